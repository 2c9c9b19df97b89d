"""Makes an apt repository of the Debian packages in a folder: static files beside them, which any web server serves.

``python .ci/package/apt_repository.py FOLDER ADDRESS`` writes the list of packages, signs it with the secret key in
``$APT_KEY``, and writes ``quatre-vents.sources`` with the public key. Once this one file is in
``/etc/apt/sources.list.d``, apt installs the program from ADDRESS, where FOLDER is served, and updates it with the
system. Needs apt-ftparchive (of apt-utils) and gpg.
"""

import lzma
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

NAME, SOURCES = "Quatre Vents", "quatre-vents.sources"


def make_repository(folder: Path, address: str, key: str) -> Path:
    """Make ``folder`` a repository that is served at ``address``; the answer is the file that apt needs to know it.

    ``key`` is a secret key of OpenPGP as text, without a passphrase. ValueError if the folder has no Debian package.
    """
    packages = _said("apt-ftparchive", "packages", ".", folder=folder)
    packages = packages.replace(b"\nFilename: ./", b"\nFilename: ")  # not every server knows an address with "/./"
    if not packages:
        raise ValueError(f"There is no Debian package in {folder}.")
    (folder / "Packages").write_bytes(packages)
    (folder / "Packages.xz").write_bytes(lzma.compress(packages))
    names = [f"-oAPT::FTPArchive::Release::{field}={NAME}" for field in ("Origin", "Label")]
    release = _said("apt-ftparchive", *names, "release", ".", folder=folder)  # has the checksums of both lists
    with TemporaryDirectory() as home:
        gpg = ("gpg", "--homedir", home, "--batch", "--quiet")
        _said(*gpg, "--import", folder=folder, given=key.encode())
        signed = _said(*gpg, "--digest-algo", "SHA512", "--clearsign", folder=folder, given=release)
        public = _said(*gpg, "--armor", "--export", folder=folder).decode()
        _said("gpgconf", "--homedir", home, "--kill", "gpg-agent", folder=folder)
    (folder / "InRelease").write_bytes(signed)
    block = "".join(f" {line or '.'}\n" for line in public.splitlines())
    sources = folder / SOURCES
    sources.write_text(f"Types: deb\nURIs: {address}\nSuites: /\nSigned-By:\n{block}", encoding="utf-8", newline="\n")
    return sources


def _said(*words: str, folder: Path, given: bytes = b"") -> bytes:
    """What a program prints in ``folder``; it has to succeed."""
    return subprocess.run(words, check=True, cwd=folder, input=given, stdout=subprocess.PIPE).stdout


if __name__ == "__main__":
    print(make_repository(Path(sys.argv[1]), sys.argv[2], os.environ["APT_KEY"]))
