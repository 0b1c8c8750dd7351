"""A real Slurm cluster grades a class: slurmctld and slurmd run on this machine, with a
configuration from this file. Needs root, munge and slurm-wlm."""

import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from fake_examiner import FragileExaminer, grade
from grade_class_test import CLASS, ITEMS, make_class, marks
from handshake_grader.errors import UsageError
from matching import SCAN
from pack import FILES, make_tar

TOOLS = ("slurmctld", "slurmd", "sbatch", "squeue", "munged")
MISSING = [
    tool for tool in TOOLS if shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin") is None
]

CONFIGURATION = """\
ClusterName=handshake
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmdPort={next_port}
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=cpu Nodes={host} Default=YES State=UP
"""


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    if MISSING or os.geteuid() != 0:
        pytest.skip(f"needs root and {', '.join(MISSING) or 'nothing else'}")
    folder = tmp_path_factory.mktemp("slurm")
    (folder / "state").mkdir()
    (folder / "spool").mkdir()
    port = free_port()
    host = socket.gethostname().split(".")[0]
    configuration = folder / "slurm.conf"
    configuration.write_text(
        CONFIGURATION.format(
            host=host, port=port, next_port=free_port(), folder=folder, processors=os.cpu_count()
        )
    )
    with munge(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLURM_CONF", str(configuration))
        patch.setenv("PATH", os.environ["PATH"] + ":/usr/sbin")
        patch.setenv("PYTHONPATH", str(Path(__file__).parent))
        daemons = [
            subprocess.Popen([name, "-D"], stderr=subprocess.DEVNULL)
            for name in ("slurmctld", "slurmd")
        ]
        try:
            wait_until(
                lambda: (
                    b"idle" in subprocess.run(["sinfo", "--noheader"], capture_output=True).stdout
                ),
                "the node is idle",
            )
            yield
        finally:
            for daemon in daemons:
                daemon.terminate()
            for daemon in daemons:
                daemon.wait(20)


@contextmanager
def munge():
    """Runs the daemon that signs Slurm's messages, unless it runs already."""
    if subprocess.run(["pgrep", "-x", "munged"], stdout=subprocess.DEVNULL).returncode == 0:
        yield
        return
    run = Path("/run/munge")
    run.mkdir(exist_ok=True)
    shutil.chown(run, "munge", "munge")
    daemon = subprocess.Popen(["/usr/sbin/munged", "--foreground"], user="munge", group="munge")
    try:
        yield
    finally:
        daemon.terminate()
        daemon.wait(20)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


def wait_until(holds, what: str, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.2)


def new_cluster(folder: Path, words: str = ""):
    from handshake_grader.course.slurm import SlurmCluster

    return SlurmCluster(folder / "private/slurm", words, lost_seconds=2)


def test_a_cluster_gives_the_same_marks_as_one_machine(slurm, tmp_path):
    folder = make_class(tmp_path / "in", CLASS)
    grade(folder, tmp_path / "here")

    grade(folder, tmp_path / "there", cluster=new_cluster(tmp_path / "there", "partition=cpu"))

    assert marks(tmp_path / "there") == marks(tmp_path / "here")
    for page in sorted((tmp_path / "here/students").glob("*/report.txt")):
        there = tmp_path / "there/students" / page.parent.name / page.name
        assert there.read_text() == page.read_text()
    left = tmp_path / "there/private/slurm"  # held submissions and the secret during the run
    assert not left.exists()


def test_a_submission_whose_job_is_lost_is_ungraded_and_tried_again_by_the_next_run(
    slurm, tmp_path
):
    fatal = make_tar({**FILES, SCAN: b"// end the node\n"})
    folder = make_class(tmp_path / "in", {"right": make_tar(FILES), "unlucky": fatal})
    out = tmp_path / "out"

    _, scores, _ = grade(folder, out, examiner=FragileExaminer(), cluster=new_cluster(out))
    assert {one.attempt.student.id: bool(one.ungraded) for one in scores} == {
        "right": False,
        "unlucky": True,
    }

    _, scores, items = grade(folder, out, cluster=new_cluster(out))
    assert items == ITEMS and not any(one.ungraded for one in scores)


def test_a_fault_about_one_item_leaves_only_that_item_ungraded(slurm, tmp_path):
    odd = make_tar({**FILES, SCAN: b"// scan.alone: VALUE_ERROR\n"})
    folder = make_class(tmp_path / "in", {"right": make_tar(FILES), "odd": odd})
    out = tmp_path / "out"

    _, scores, _ = grade(folder, out, cluster=new_cluster(out))

    assert {one.attempt.student.id: one.ungraded for one in scores} == {
        "odd": ["scan.alone"],
        "right": [],
    }
    logs = [file.read_text() for file in (out / "private/logs").iterdir()]
    assert sum("Traceback" in log and "no number" in log for log in logs) == 1


def test_a_partition_that_does_not_exist_is_reported(slurm, tmp_path):
    folder = make_class(tmp_path / "in", CLASS)

    with pytest.raises(Exception, match="partition"):
        grade(folder, tmp_path / "out", cluster=new_cluster(tmp_path / "out", "partition=none"))


@pytest.mark.parametrize("words", ["cpu", "=cpu", "a b=1"])
def test_words_that_are_not_options_are_refused(words, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")

    with pytest.raises(UsageError, match="OPTION=VALUE"):
        new_cluster(tmp_path, words)
