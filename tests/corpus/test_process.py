"""The processes in which inputs run are within limits, and see the code that must not run."""

import os
import resource
import time

import pytest

from .process import run


def nested(levels):
    return [nested(levels - 1)] if levels else []


@pytest.mark.promise(
    "Nothing in them runs, in the generator, in a client, in a document or on a page of the site."
)
@pytest.mark.parametrize(
    ("code", "event"),
    [
        ("__import__('canary')", "import"),
        ("__import__('os').system('true')", "os.system"),
        ("__import__('subprocess').run(['true'])", "subprocess.Popen"),
        ("__import__('os').environ.update(CANARY='1')", "os.putenv"),
        ("__import__('os').fork() or __import__('os')._exit(0)", "os.fork"),
        ("__import__('socket').socket().connect(('127.0.0.1', 9))", "socket.connect"),
        ("open('../beside', 'w')", "open"),
        ("open('link', 'a')", "open"),
        ("__import__('os').mkdir('../beside')", "os.mkdir"),
        ("__import__('os').remove('../other')", "os.remove"),
        ("__import__('os').rename('link', '../beside')", "os.rename"),
    ],
)
def test_code_that_runs_leaves_a_trace(tmp_path, code, event):
    (tmp_path / "run").mkdir()
    (tmp_path / "run/link").symlink_to("../other")
    (tmp_path / "other").touch()
    ended = run(lambda: exec(code), tmp_path / "run")
    assert [trace.split()[0] for trace in ended.traces][:1] == [event]


@pytest.mark.promise("Nothing in them decides which files are written")
def test_what_stays_in_its_folder_leaves_none(tmp_path):
    def action():
        (tmp_path / "new").mkdir()
        (tmp_path / "new/file").write_text("x")
        (tmp_path / "new/file").rename("moved")
        return "done"

    ended = run(action, tmp_path)
    assert (ended.result, ended.died, ended.traces) == ("done", "", ())


@pytest.mark.parametrize(
    ("action", "died"),
    [
        (lambda: bytearray(1 << 30), "MemoryError"),
        (lambda: sum(range(1 << 60)), "SIG"),
        (lambda: time.sleep(3600), "SIGKILL"),
        (lambda: nested(10**6), "RecursionError"),
        (lambda: 1 // 0, "ZeroDivisionError"),
    ],
)
def test_a_process_beyond_its_limits_ends(tmp_path, action, died):
    assert died in run(action, tmp_path, seconds=0.5).died


def test_many_open_files_are_no_hindrance(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    opened = [os.dup(0) for _ in range(1100)]
    try:
        assert run(lambda: "done", tmp_path).result == "done"
    finally:
        for number in opened:
            os.close(number)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
