"""``make release-jobs``: carries out the jobs of a release for Linux here, each in a fresh Debian.

``python .ci/release_jobs.py [JOB …]`` reads the jobs of ``.github/workflows/release.yml``: ``python`` and ``linux``
unless others are named. Their commands run in a system that has only what the image of the job has, so that a package
that a step forgets to install is missed here, too. It needs to be root on Debian, with mmdebstrap, and works in
``out/release-jobs``.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "out" / "release-jobs"
WORKSPACE = "/workspace"
RUNNER = ("bookworm", ("ca-certificates", "git", "make", "python3", "python3-venv"))
"""What stands for a runner of GitHub: a system, and those of its many programs that our jobs there may use."""
IMAGES = {"debian:12-slim": "bookworm", "debian:13-slim": "trixie"}
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
"""Whom this computer trusts: a company's proxy, for example, has an authority of its own."""
_KEPT = ("http_proxy", "https_proxy", "no_proxy", "PIP_", "UV_", "SSL_")
"""The beginnings of variables that say how this computer reaches package registries."""


def system_of(job: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The suite of Debian in which a job runs, and the packages that are there before its first step."""
    container = job.get("container")
    image = container["image"] if isinstance(container, dict) else container
    return (IMAGES[image.partition("@")[0]], ()) if image else RUNNER


def make_system(name: str, suite: str, packages: tuple[str, ...]) -> Path:
    """A fresh system for the job called ``name``; what was fetched for it stays for the next run."""
    packed, system = WORK / f"{'-'.join((suite, *packages))}.tar", WORK / name
    if not packed.exists():
        included = [f"--include={','.join(packages)}"] if packages else []
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", *included, suite, str(packed)], check=True)
    shutil.rmtree(system, ignore_errors=True)
    system.mkdir(parents=True)
    subprocess.run(["tar", "-C", str(system), "-xf", str(packed)], check=True)
    for kind in ("proc", "sys", "dev"):
        subprocess.run(["mount", "--rbind", f"/{kind}", str(system / kind)], check=True)
    for setting in ("/etc/resolv.conf", "/etc/pip.conf", "/etc/uv/uv.toml"):
        if Path(setting).exists():
            (system / setting[1:]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(setting, system / setting[1:])
    shutil.copy(AUTHORITIES, system / "etc" / "authorities.crt")
    return system


def carry_out(step: dict[str, Any], system: Path, shell: str) -> None:
    """Carry out one step of a job in its system. CalledProcessError or FileNotFoundError if it fails."""
    action = step.get("uses", "").partition("@")[0]
    match action:
        case "":
            variables = {name: value for name, value in os.environ.items() if name.startswith(_KEPT)}
            variables |= {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                          "CI": "true", "GITHUB_WORKSPACE": WORKSPACE, "LANG": "C.UTF-8",
                          "PIP_CERT": "/etc/authorities.crt", "SSL_CERT_FILE": "/etc/authorities.crt"}  # fmt: skip
            given = [f"{name}={value}" for name, value in variables.items()]
            inside = ["chroot", str(system), "env", "-i", f"--chdir={WORKSPACE}", *given]
            (system / WORKSPACE[1:]).mkdir(exist_ok=True)
            subprocess.run([*inside, shell, "-e", "-c", step["run"]], check=True, stdin=subprocess.DEVNULL)
        case "actions/checkout":
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(system / WORKSPACE[1:])], check=True)
        case "actions/setup-python":
            (system / "usr" / "local" / "bin" / "python").symlink_to("/usr/bin/python3")
        case "actions/upload-artifact":
            for pattern in step["with"]["path"].split():
                found = sorted((system / WORKSPACE[1:]).glob(pattern))
                if not found:
                    raise FileNotFoundError(f"There is no {pattern}.")
                print("\n".join(f"  {each.name}  {each.stat().st_size / 1e6:.1f} MB" for each in found), flush=True)
        case _:
            raise SystemExit(f"{action} is not known here.")


def main(names: list[str]) -> int:
    """Carry out the jobs, and say which failed at which step."""
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        raise SystemExit("This needs to be root on Debian, with mmdebstrap.")
    if "RELEASE_JOBS" not in os.environ:  # what is mounted disappears with this process
        os.environ["RELEASE_JOBS"] = "here"
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, *sys.argv])
    WORK.mkdir(parents=True, exist_ok=True)
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))["jobs"]
    failed = []
    for name in names or ["python", "linux"]:
        system = make_system(name, *system_of(jobs[name]))
        shell = "sh" if "container" in jobs[name] else "bash"
        for step in jobs[name]["steps"]:
            title, begun = step.get("name") or step["uses"].partition("@")[0], time.monotonic()
            try:
                carry_out(step, system, shell)
            except (subprocess.CalledProcessError, FileNotFoundError) as error:
                failed.append(f"{name}: {title}: {error}")
                break
            print(f"{name}: {title}: {time.monotonic() - begun:.0f} s", flush=True)
    print("\n".join(failed or ["Every step went well."]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
