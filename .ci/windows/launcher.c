/* python.exe: the wheel that brings the library of CPython brings no program for it. */
#include <windows.h>

typedef int (*run_python)(int, wchar_t **);

int wmain(int count, wchar_t **words)
{
    HMODULE library = LoadLibraryW(L"python311.dll");
    run_python run = library ? (run_python)(void *)GetProcAddress(library, "Py_Main") : NULL;
    return run ? run(count, words) : 126;
}
