"""Runs a command that may not write everywhere, whoever runs the tests: root without that right."""

import ctypes
import os
import sys

_DROP_FROM_BOUNDING_SET = 24  # PR_CAPBSET_DROP, linux/prctl.h
_OVERRIDE_PERMISSIONS = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, linux/capability.h


def command(*words: str) -> list[str]:
    """The command that runs another one without it."""
    return [sys.executable, __file__, *words]


if __name__ == "__main__":
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for right in _OVERRIDE_PERMISSIONS:
            if libc.prctl(_DROP_FROM_BOUNDING_SET, right, 0, 0, 0):
                sys.exit(f"cannot give up a right of root: {os.strerror(ctypes.get_errno())}")
    os.execv(sys.argv[1], sys.argv[1:])
