"""Memory of freed pages goes back to the system, although what is kept lies between them."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

# Pages of 100 KB and small things that stay, in turn; then the pages go. The first block raises glibc's own bound.
PROGRAM = """
import sys
from web.memory import return_large_blocks
if sys.argv[1] == "with":
    assert return_large_blocks()
def resident():
    with open("/proc/self/statm") as status:
        return int(status.read().split()[1]) * 4096
first = bytearray(1 << 20)
del first
before, pages, small = resident(), [], []
for _ in range(500):
    pages.append(bytearray(b"x") * 100_000)
    small.append(bytearray(b"y") * 8000)
pages.clear()
print(resident() - before)
"""


def measure_left(how: str) -> int:
    done = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the allocator of glibc alone is spoken to")
def test_freed_pages_leave_no_holes() -> None:
    # The small things are 4 MB, the pages 50.
    assert measure_left("with") < 25 << 20 < measure_left("without")
