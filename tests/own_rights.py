"""Takes the right to write everywhere from a process, whoever runs the tests: root without that right."""

import ctypes
import os

_VERSION_3 = 0x20080522  # linux/capability.h
_OVERRIDE_PERMISSIONS = 1 << 1 | 1 << 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


def give_up() -> None:
    """Let this process no longer have it."""
    if os.geteuid():
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_VERSION_3, 0)
    rights = (ctypes.c_uint32 * 6)()  # twice what is effective, permitted and inherited
    if libc.capget(header, rights) == 0:
        rights[0] &= ~_OVERRIDE_PERMISSIONS
        if libc.capset(header, rights) == 0:
            return
    raise OSError(ctypes.get_errno(), "a right of root cannot be given up")
