"""``restore COPY --to FILE``: replaces an event with a copy; the replaced file is kept beside it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import Text, mark, mark_count
from ui.cli.bootstrap import restore_copy
from ui.cli.commands import ANY_PATH, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.use_cases.copies import Examined, Restored


@command("restore")
@click.argument("copy", type=ANY_PATH)
@option("--to", "target", required=True, metavar="FILE", type=ANY_PATH,
        help_text=mark("The event file to restore; it need not exist."))  # fmt: skip
@json_option
@click.pass_obj
def restore(context: CliContext, *, copy: Path, target: Path, as_json: bool) -> None:
    """Restore the copy; print what there is now, where the replaced file is, and what the copy lacks."""
    done = restore_copy(copy, target, context)
    context.saved.append(target)
    if as_json:
        print_json(_as_json(context, done))
        return
    for line in _lines(done):
        context.print_line(line)


def _lines(done: "Restored") -> list[Text]:
    lines = [mark("Restored: “{path}”, {content}.", path=str(done.restored.path), content=_content(done.restored))]
    if done.kept is not None and done.replaced is not None:
        lines.append(mark("Kept: “{path}”, {content}.", path=str(done.kept), content=_content(done.replaced)))
        if done.replaced.problem is not None:
            lines.append(done.replaced.problem)
        if done.lost:
            lines.append(
                mark_count(
                    "{count} entry of the file that was replaced is not in the copy.",
                    "{count} entries of the file that was replaced are not in the copy.",
                    done.lost,
                )
            )
        elif done.lost == 0:
            lines.append(mark("The copy has every entry of the file that was replaced."))
    return lines


def _content(examined: "Examined") -> Text:
    if examined.content is None:
        return mark("not read")
    content = examined.content
    return mark_count("{count} entry, fingerprint {fingerprint}", "{count} entries, fingerprint {fingerprint}",
                      content.entries, fingerprint=content.fingerprint)  # fmt: skip


def _as_json(context: CliContext, done: "Restored") -> dict[str, object]:
    replaced = done.replaced
    return {
        "restored": _file_json(done.restored),
        "replaced": _file_json(replaced) if replaced is not None else None,
        "problem": context.translate(replaced.problem) if replaced is not None and replaced.problem else None,
        "lost": done.lost,
    }


def _file_json(examined: "Examined") -> dict[str, object]:
    content = examined.content
    return {
        "path": str(examined.path),
        "entries": content.entries if content else None,
        "fingerprint": content.fingerprint if content else None,
    }
