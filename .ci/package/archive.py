"""Archives and checksums that are the same wherever they are made."""

import hashlib
import lzma
import tarfile
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

SUMS = "SHA256SUMS"
_FILTERS = ({"id": lzma.FILTER_X86}, {"id": lzma.FILTER_LZMA2, "preset": 6})


def contents(folder: Path) -> list[Path]:
    """``folder`` and everything in it, in an order that does not depend on the file system."""
    return [folder, *sorted(folder.rglob("*"), key=lambda each: each.relative_to(folder).as_posix())]


def pack(folder: Path, archive: Path, moment: int) -> None:
    """Pack ``folder`` into a tar.xz in which everything belongs to root and is as old as ``moment``."""
    with (
        lzma.open(archive, "wb", format=lzma.FORMAT_XZ, filters=_FILTERS) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as tar,
    ):
        for path in contents(folder):
            member = tar.gettarinfo(path, path.relative_to(folder.parent).as_posix())
            member.uid = member.gid = 0
            member.uname = member.gname = "root"
            member.mtime = moment
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            if member.isreg():
                member.type = tarfile.REGTYPE  # a hard link to another member depends on how the folder came about
                with path.open("rb") as file:
                    tar.addfile(member, file)
            else:
                tar.addfile(member)


def pack_zip(folder: Path, archive: Path, moment: int) -> None:
    """Pack the files of ``folder`` into a zip, which Windows opens."""
    date = datetime.fromtimestamp(moment, UTC).timetuple()[:6]
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for path in contents(folder):
            if path.is_file():
                member = ZipInfo(path.relative_to(folder.parent).as_posix(), date)
                member.compress_type, member.external_attr = ZIP_DEFLATED, 0o100644 << 16
                packed.writestr(member, path.read_bytes())


def write_sums(folder: Path) -> Path:
    """Write the checksums of the files in ``folder``, as sha256sum does."""
    sums = folder / SUMS
    files = sorted(each for each in folder.iterdir() if each.is_file() and each != sums)
    lines = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    sums.write_text("".join(lines), encoding="utf-8", newline="\n")
    return sums
