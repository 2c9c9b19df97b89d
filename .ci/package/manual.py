"""The manual page quatre-vents(1) in each language, made of what the commands say of themselves.

One page has all commands: each is a sentence and a few options, many name one another, and a reader searches one page
with ``/``. A page for each would repeat its frame forty times.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import click

from tournament.language import Language
from ui.cli.__main__ import PROGRAM, program
from ui.cli.commands import AUTHOR_FLAG, LANGUAGE_FLAG, TranslatedCommand
from ui.cli.context import PIN_VARIABLE, CliContext

EVERYWHERE = (LANGUAGE_FLAG, AUTHOR_FLAG, "--help")
"""The options of every command, which the page explains once."""
_BETWEEN_CHINESE = re.compile(r"(?<=[\u4e00-\u9fff，。；：、）”])(?=[\u4e00-\u9fff（“])")
"""Where a line may be broken, which roff does by itself at spaces alone."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a page says beside the commands' own texts, in one language."""

    name: str
    synopsis: str
    description: str
    options: str
    commands: str
    status: str
    environment: str
    files: str
    examples: str
    about: str
    synopsis_command: str
    described: str
    every_command: str
    statuses: tuple[str, str, str, str, str]
    home: str
    pin: str
    settings: str
    data: str
    state: str
    steps: str


WORDS = {
    "en": Words(
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES",
        "runs mahjong tournaments and club evenings",
        "COMMAND",
        "An event is one file, which the window and the commands read and write alike. “desktop FILE” opens it in the "
        "window. Text is UTF-8. Errors go to standard error, one per line.",
        "Every command also has the options --lang, --as and --help.",
        ("done", "the input or the file has problems", "the command line is wrong",
         "the environment failed: disk, permissions, another program has the event open, interrupted",
         "saved, but the output could not be written; do not repeat the command"),
        "One folder for everything that the program stores on this computer, instead of the folders below.",
        "The PIN of a role in an event with PINs. It applies for one call.",
        "Settings, and unfinished entries.",
        "Copies, sample events, federations, and what belongs to shared events and to the screens of the hall.",
        "The last known state of each event, and crash reports in log.",
        "From an empty folder to printed standings:",
    ),
    "fr": Words(
        "NOM", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDES", "CODE DE RETOUR", "ENVIRONNEMENT", "FICHIERS",
        "EXEMPLES",
        "gère des tournois de mahjong et des soirées de club",
        "COMMANDE",
        "Un événement est un seul fichier, que la fenêtre et les commandes lisent et écrivent de la même façon. "
        "« desktop FILE » l’ouvre dans la fenêtre. Le texte est en UTF-8. Les erreurs vont sur la sortie d’erreur, une "
        "par ligne.",
        "Chaque commande a aussi les options --lang, --as et --help.",
        ("terminé", "les données ou le fichier posent problème", "la ligne de commande est fausse",
         "le système a échoué : disque, droits, événement ouvert dans un autre programme, interruption",
         "enregistré, mais la réponse n’a pas pu être écrite ; ne répétez pas la commande"),
        "Un seul dossier pour tout ce que le programme garde sur cet ordinateur, au lieu des dossiers ci-dessous.",
        "Le code PIN d’un rôle dans un événement qui en a. Il vaut pour un seul appel.",
        "Les réglages et les saisies inachevées.",
        "Les copies, les exemples, les fédérations, et ce qui concerne les événements partagés et les écrans de la "
        "salle.",
        "Le dernier état connu de chaque événement, et les rapports d’erreur dans log.",
        "D’un dossier vide au classement imprimé :",
    ),
    "zh": Words(
        "名称", "概要", "描述", "选项", "命令", "退出状态", "环境变量", "文件", "示例",
        "管理麻将比赛和俱乐部之夜",
        "COMMAND",
        "一场比赛就是一个文件，窗口和命令以同样的方式读写它。“desktop FILE”在窗口中打开它。"
        "文本采用 UTF-8 编码。错误写到标准错误输出，每行一条。",
        "每条命令还有选项 --lang、--as 和 --help。",
        ("完成", "输入或文件有问题", "命令行有误", "环境出错：磁盘、权限、比赛已被另一个程序打开，或被中断",
         "已保存，但无法写出结果；请勿重复该命令"),
        "用一个文件夹存放程序在本机保存的一切，代替下面的文件夹。",
        "设有 PIN 的比赛中某个角色的 PIN，只对这一次调用有效。",
        "设置和未完成的录入。",
        "副本、示例比赛、联合会，以及共享比赛和赛场屏幕的数据。",
        "每场比赛最后已知的状态；崩溃报告在 log 中。",
        "从空文件夹到打印的排名：",
    ),
}  # fmt: skip
EXAMPLE = """\
quatre-vents new cup.qv --name "Spring Cup" --sessions 4
quatre-vents players cup.qv import players.csv
quatre-vents draw cup.qv
quatre-vents record cup.qv hands.jsonl
quatre-vents standings cup.qv
quatre-vents export cup.qv --what standings --to pdf --out standings.pdf"""


def manual(language: Language, version: str, epoch: int) -> str:
    """The page in roff."""
    words = WORDS[language.code]
    date = datetime.fromtimestamp(epoch, UTC).date()
    head = f'.TH QUATRE\\-VENTS 1 {date} "Quatre Vents {roff(version)}"\n.ad l'
    return "\n".join([head, *_sections(words, language)]) + "\n"


def _sections(words: Words, language: Language) -> Iterator[str]:
    context = program.make_context(PROGRAM, [], obj=CliContext(language), resilient_parsing=True)
    yield from (f".SH {words.name}", f"{roff(PROGRAM)} \\- {roff(words.about)}")
    yield from (f'.SH "{words.synopsis}"', f"\\fB{roff(PROGRAM)}\\fR [\\fI{words.synopsis_command}\\fR] …")
    yield from (f'.SH "{words.description}"', roff(_help(program, language)), ".PP", roff(words.described))
    yield f'.SH "{words.options}"'
    for option in program.get_params(context):
        yield from _item(*option.get_help_record(context))
    yield from (".PP", roff(words.every_command), f'.SH "{words.commands}"')
    for name in program.list_commands(context):
        yield from _command(name, context, language)
    yield f'.SH "{words.status}"'
    for code, text in enumerate(words.statuses):
        yield from _item(str(code), text)
    yield f'.SH "{words.environment}"'
    yield from (*_item("QUATRE_VENTS_HOME", words.home), *_item(PIN_VARIABLE, words.pin))
    yield f'.SH "{words.files}"'
    for place, text in (("config", words.settings), ("local/share", words.data), ("local/state", words.state)):
        yield from _item(f"~/.{place}/{PROGRAM}", text)
    yield from (f'.SH "{words.examples}"', roff(words.steps), ".PP", ".nf", ".RS", roff(EXAMPLE), ".RE", ".fi")


def _command(name: str, above: click.Context, language: Language) -> Iterator[str]:
    found = program.get_command(above, name)
    assert found is not None, name
    context = click.Context(found, info_name=name, parent=above)
    pieces = [piece for piece in found.collect_usage_pieces(context) if piece != "[OPTIONS]"]
    yield from (f".SS {roff(name)}", f"\\fB{roff(PROGRAM)} {roff(name)}\\fR {roff(' '.join(pieces))}".rstrip())
    yield from (".PP", roff(_help(found, language)))
    for option in found.get_params(context):
        if isinstance(option, click.Option) and not set(option.opts) & set(EVERYWHERE):
            yield from _item(*option.get_help_record(context))


def _help(found: click.Command, language: Language) -> str:
    assert isinstance(found, TranslatedCommand), found.name
    return language.render(found.help_text)


def _item(what: str, text: str) -> Iterator[str]:
    yield from (".TP", f"\\fB{roff(what)}\\fR", roff(text))


def roff(text: str) -> str:
    """``text`` as roff prints it: no word of it is a request, and a hyphen is the one that is typed."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha")
    breakable = _BETWEEN_CHINESE.sub(r"\\:", escaped.replace("`", "\\(ga"))
    return re.sub(r"^(?=[.'])", r"\\&", breakable, flags=re.MULTILINE)
