"""A picture file named on the command line, as the event keeps it."""

from pathlib import Path

from ui.cli.context import CliContext


def logo_from(path: Path, context: CliContext) -> bytes:
    """The picture at ``path``, small and upright; what was done to it is remarked. Raises UnreadableTable."""
    from reports.readers.logo import read_logo

    found = read_logo(path)
    for remark in found.remarks:
        context.print_remark(remark)
    return found.image
