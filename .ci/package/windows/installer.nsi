; The installer for Windows, for one user, without an administrator. `python .ci/package/windows` calls makensis with
;   VERSION, NUMBERS (the version as four numbers), KILOBYTES, OUTPUT, ICON, SIDE (a picture), FILES (an
;   include that adds every file, and copies the uninstaller where it is signed) and, for tests, QUICKLY
;
; The program is the folder $INSTDIR\program. A version is unpacked beside it and takes its place by two renames, so
; that at any moment one whole version is there. files.txt lists what a version consists of: only that is ever removed.
Unicode true
!if /FileExists "${NSISDIR}/Stubs/lzma_solid-amd64-unicode"
  Target amd64-unicode ; Debian has it; the makensis for Windows has 32 bits only
!endif
!ifdef QUICKLY
  SetCompressor zlib
!else
  SetCompressor /SOLID lzma
  SetCompressorDictSize 64
!endif
SetDateSave off
AllowSkipFiles off
ManifestDPIAware true
ManifestSupportedOS Win10
RequestExecutionLevel user

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include x64.nsh

!define NAME "Quatre Vents"
!define PUBLISHER "Quatre Vents contributors"
!define EXE "$INSTDIR\program\quatre-vents.exe"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\QuatreVents"
!define OLDEST_BUILD 17763 ; Windows 10 1809, the oldest that Qt 6.11 supports

Name "${NAME}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" InstallLocation
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey /LANG=0 ProductName "${NAME}"
VIAddVersionKey /LANG=0 ProductVersion "${VERSION}"
VIAddVersionKey /LANG=0 FileDescription "${NAME}"
VIAddVersionKey /LANG=0 FileVersion "${VERSION}"
VIAddVersionKey /LANG=0 CompanyName "${PUBLISHER}"
VIAddVersionKey /LANG=0 LegalCopyright "${PUBLISHER}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE}"
!define MUI_ABORTWARNING
!define MUI_WELCOMEPAGE_TEXT "$(WELCOME)"
!define MUI_FINISHPAGE_RUN "${EXE}"
!define MUI_FINISHPAGE_SHOWREADME "" ; the second box of the page
!define MUI_FINISHPAGE_SHOWREADME_TEXT "$(COMMAND)"
!define MUI_FINISHPAGE_SHOWREADME_NOTCHECKED
!define MUI_FINISHPAGE_SHOWREADME_FUNCTION AddCommand
!define MUI_UNCONFIRMPAGE_TEXT_TOP "$(KEPT)"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English" ; also for every language that is not named here
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString WELCOME ${LANG_ENGLISH} "${NAME} ${VERSION} runs mahjong tournaments.$\r$\n$\r$\nIt is installed for you alone and needs no administrator. An earlier version is replaced; events and settings stay.$\r$\n$\r$\n$_CLICK"
LangString WELCOME ${LANG_FRENCH} "${NAME} ${VERSION} organise des tournois de mahjong.$\r$\n$\r$\nIl est installé pour vous seul, sans administrateur. Une version antérieure est remplacée ; les événements et les réglages restent.$\r$\n$\r$\n$_CLICK"
LangString WELCOME ${LANG_SIMPCHINESE} "${NAME} ${VERSION} 用于组织麻将比赛。$\r$\n$\r$\n程序只为您安装，无需管理员权限。旧版本将被替换，比赛和设置会保留。$\r$\n$\r$\n$_CLICK"

LangString KEPT ${LANG_ENGLISH} "${NAME} will be removed. Your events stay, and so do settings and copies (with names of players) in $LOCALAPPDATA\quatre-vents: delete that folder to erase them."
LangString KEPT ${LANG_FRENCH} "${NAME} sera supprimé. Vos événements restent, ainsi que les réglages et les copies (avec des noms de joueurs) dans $LOCALAPPDATA\quatre-vents : supprimez ce dossier pour les effacer."
LangString KEPT ${LANG_SIMPCHINESE} "将卸载 ${NAME}。您的比赛会保留。设置和含有选手姓名的副本也会保留在 $LOCALAPPDATA\quatre-vents：要清除它们，请删除该文件夹。"

LangString RUNNING ${LANG_ENGLISH} "${NAME} is running. Everything that was entered is saved.$\r$\n$\r$\nOK closes it and continues. Cancel leaves everything as it was."
LangString RUNNING ${LANG_FRENCH} "${NAME} est ouvert. Tout ce qui a été saisi est enregistré.$\r$\n$\r$\nOK le ferme et continue. Annuler laisse tout en l’état."
LangString RUNNING ${LANG_SIMPCHINESE} "${NAME} 正在运行。已输入的内容都已保存。$\r$\n$\r$\n“确定”将关闭程序并继续，“取消”则保持原样。"

LangString NOT_REPLACED ${LANG_ENGLISH} "A file in $INSTDIR is in use by another program. Nothing was changed. Close that program, then try again."
LangString NOT_REPLACED ${LANG_FRENCH} "Un fichier de $INSTDIR est utilisé par un autre programme. Rien n’a été modifié. Fermez ce programme, puis réessayez."
LangString NOT_REPLACED ${LANG_SIMPCHINESE} "$INSTDIR 中有文件正被其他程序使用。未做任何更改。请关闭该程序后重试。"

LangString TOO_OLD ${LANG_ENGLISH} "${NAME} needs 64-bit Windows 10 (version 1809) or later."
LangString TOO_OLD ${LANG_FRENCH} "${NAME} nécessite Windows 10 64 bits (version 1809) ou plus récent."
LangString TOO_OLD ${LANG_SIMPCHINESE} "${NAME} 需要 64 位 Windows 10（版本 1809）或更高版本。"

LangString TWICE ${LANG_ENGLISH} "An installation of ${NAME} is already running."
LangString TWICE ${LANG_FRENCH} "Une installation de ${NAME} est déjà en cours."
LangString TWICE ${LANG_SIMPCHINESE} "${NAME} 的安装程序已在运行。"

LangString COMMAND ${LANG_ENGLISH} "Command quatre-vents in terminals"
LangString COMMAND ${LANG_FRENCH} "Commande quatre-vents dans les terminaux"
LangString COMMAND ${LANG_SIMPCHINESE} "在终端中使用 quatre-vents 命令"

LangString EVENT ${LANG_ENGLISH} "Mahjong event"
LangString EVENT ${LANG_FRENCH} "Événement de mahjong"
LangString EVENT ${LANG_SIMPCHINESE} "麻将比赛"

LangString INVITATION ${LANG_ENGLISH} "Invitation to a mahjong event"
LangString INVITATION ${LANG_FRENCH} "Invitation à un événement de mahjong"
LangString INVITATION ${LANG_SIMPCHINESE} "麻将比赛邀请"

!macro ASSOCIATE ENDING ID TEXT
  WriteRegStr HKCU "Software\Classes\${ID}" "" "${TEXT}"
  WriteRegStr HKCU "Software\Classes\${ID}\DefaultIcon" "" '"${EXE}",0'
  WriteRegStr HKCU "Software\Classes\${ID}\shell\open\command" "" '"${EXE}" desktop "%1"'
  WriteRegStr HKCU "Software\Classes\${ENDING}\OpenWithProgids" "${ID}" ""
  WriteRegStr HKCU "Software\Classes\${ENDING}" "" "${ID}"
!macroend

!macro DISSOCIATE ENDING ID
  ReadRegStr $0 HKCU "Software\Classes\${ENDING}" ""
  ${If} $0 == "${ID}" ; another program may have taken it since
    DeleteRegValue HKCU "Software\Classes\${ENDING}" ""
  ${EndIf}
  DeleteRegValue HKCU "Software\Classes\${ENDING}\OpenWithProgids" "${ID}"
  DeleteRegKey /ifempty HKCU "Software\Classes\${ENDING}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "Software\Classes\${ENDING}"
  DeleteRegKey HKCU "Software\Classes\${ID}"
!macroend

!define REFRESH_ICONS "System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'" ; SHCNE_ASSOCCHANGED

; What the installer and the uninstaller both do.
!macro FUNCTIONS UN

  ; $0: the name of a program of $INSTDIR\program that runs, or nothing. Windows lets nobody write to such a file.
  Function ${UN}FindRunning
    StrCpy $0 ""
    FindFirst $1 $2 "$INSTDIR\program\quatre-vents*"
    ${DoWhile} $2 != ""
      ClearErrors
      FileOpen $3 "$INSTDIR\program\$2" a
      ${If} ${Errors}
        StrCpy $0 $2
      ${Else}
        FileClose $3
      ${EndIf}
      FindNext $1 $2
    ${Loop}
    FindClose $1
  FunctionEnd

  ; Wait for the program to end: a minute if nobody is there to ask, otherwise as long as the user wants to.
  Function ${UN}CloseProgram
    StrCpy $4 0
    ${Do}
      Call ${UN}FindRunning
      ${If} $0 == ""
        Return
      ${EndIf}
      IntOp $4 $4 + 1
      ${If} ${Silent}
        ${If} $4 > 120
          Abort
        ${EndIf}
      ${ElseIf} $4 > 2 ; an antivirus that looks at the file is soon done
        MessageBox MB_OKCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" IDOK close
        Abort
        close:
        nsExec::Exec 'taskkill /IM "$0"' ; without /F: as if its windows were closed by hand
        Pop $1
        StrCpy $4 -20
      ${EndIf}
      Sleep 500
    ${Loop}
  FunctionEnd

  ; Remove from the folder on the stack what its files.txt lists, and the folders that are empty then.
  Function ${UN}RemoveListed
    Pop $1
    ClearErrors
    FileOpen $2 "$1\files.txt" r
    ${IfNot} ${Errors}
      ${Do}
        FileReadUTF16LE $2 $3
        ${If} ${Errors}
          ${ExitDo}
        ${EndIf}
        StrCpy $3 $3 -2 ; without \r\n
        StrCpy $4 $3 1 -1
        ${If} $4 == "\"
          RMDir "$1\$3"
        ${Else}
          Delete "$1\$3"
        ${EndIf}
        ClearErrors ; it may be gone
      ${Loop}
      FileClose $2
      Delete "$1\files.txt"
    ${EndIf}
    RMDir "$1"
  FunctionEnd

!macroend
!insertmacro FUNCTIONS ""
!insertmacro FUNCTIONS "un."

; Rename $0 to $1, both in $INSTDIR. An antivirus may look at new files for some seconds, and holds up the rename then.
Function Move
  StrCpy $2 0
  ${Do}
    ClearErrors
    Rename "$INSTDIR\$0" "$INSTDIR\$1"
    IntOp $2 $2 + 1
    ${IfNot} ${Errors}
    ${OrIf} $2 > 60
      Return
    ${EndIf}
    Sleep 500
  ${Loop}
FunctionEnd

; Let new terminals find the command, which is quatre-vents.com: they look for .com before .exe, and the .exe of that
; name is the window, which has no output.
Function AddCommand
  nsExec::Exec '"$INSTDIR\program\quatre-vents-cli.exe" desktop --add-to-path'
  Pop $0
FunctionEnd

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
  ${OrIfNot} ${AtLeastBuild} ${OLDEST_BUILD}
    MessageBox MB_OK|MB_ICONSTOP "$(TOO_OLD)" /SD IDOK
    Abort
  ${EndIf}
  System::Call 'kernel32::CreateMutexW(p 0, i 0, w "QuatreVentsInstaller") p .r0 ?e'
  Pop $0
  ${If} $0 = 183 ; ERROR_ALREADY_EXISTS
    MessageBox MB_OK|MB_ICONSTOP "$(TWICE)" /SD IDOK
    Abort
  ${EndIf}
FunctionEnd

Function .onInstFailed
  SetOutPath $TEMP ; a folder that is somebody's current one cannot be removed
  RMDir /r "$INSTDIR\program.new"
  RMDir $INSTDIR
FunctionEnd

Section
  Call CloseProgram
  RMDir /r "$INSTDIR\program.new" ; of an installation that did not reach its end
  ClearErrors
  !include "${FILES}"
  WriteUninstaller "$INSTDIR\program.new\uninstall.exe"
  SetOutPath $INSTDIR
  ${If} ${Errors}
    Abort
  ${EndIf}

  Call CloseProgram
  StrCpy $5 "" ; the earlier version goes to program.old, or program.old1 … if files of the user are left there
  ${DoWhile} ${FileExists} "$INSTDIR\program.old$5\*.*"
    Push "$INSTDIR\program.old$5"
    Call RemoveListed
    IntOp $5 $5 + 1
  ${Loop}
  ${If} ${FileExists} "$INSTDIR\program\*.*"
    StrCpy $0 "program"
    StrCpy $1 "program.old$5"
    Call Move
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "$(NOT_REPLACED)" /SD IDOK
      Abort
    ${EndIf}
  ${EndIf}
  StrCpy $0 "program.new"
  StrCpy $1 "program"
  Call Move
  ${If} ${Errors}
    Rename "$INSTDIR\program.old$5" "$INSTDIR\program"
    MessageBox MB_OK|MB_ICONSTOP "$(NOT_REPLACED)" /SD IDOK
    Abort
  ${EndIf}
  Push "$INSTDIR\program.old$5"
  Call RemoveListed

  SetOutPath $PROFILE ; where the shortcut starts the program
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "${EXE}"
  !insertmacro ASSOCIATE ".qv" "QuatreVents.Event" "$(EVENT)"
  !insertmacro ASSOCIATE ".qv-invitation" "QuatreVents.Invitation" "$(INVITATION)"
  ${REFRESH_ICONS}
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayName "${NAME}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" Publisher "${PUBLISHER}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" DisplayIcon "${EXE}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" UninstallString '"$INSTDIR\program\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" QuietUninstallString '"$INSTDIR\program\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" EstimatedSize ${KILOBYTES}
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" NoModify 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" NoRepair 1

  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/PATH" $1
  ${IfNot} ${Errors}
    Call AddCommand
  ${EndIf}
SectionEnd

Function un.onInit
  StrCpy $INSTDIR $INSTDIR -8 ; without \program, where the uninstaller is
FunctionEnd

Section Uninstall
  SetOutPath $TEMP
  Call un.CloseProgram
  nsExec::Exec '"$INSTDIR\program\quatre-vents-cli.exe" desktop --remove-from-path'
  Pop $0
  Push "$INSTDIR\program"
  Call un.RemoveListed
  RMDir $INSTDIR
  Delete "$SMPROGRAMS\${NAME}.lnk"
  !insertmacro DISSOCIATE ".qv" "QuatreVents.Event"
  !insertmacro DISSOCIATE ".qv-invitation" "QuatreVents.Invitation"
  ${REFRESH_ICONS}
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
SectionEnd
