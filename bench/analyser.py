"""What others are compared with: the seconds that pymorphy3, as it comes and without a cache, takes for words.

As it comes it reads its dictionary in Python. The project brings a reader in C where there is a wheel, three times as
quick: goals that are shares of the analyser's time would be others on each machine. So it runs in a process of its own,
to which that reader is hidden: `python -m bench.analyser PASSES` reads words, one a line, and prints the seconds.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence


def measure_plain(words: Sequence[str], passes: int) -> float:
    """Return the CPU seconds of analysing all `words`, the least of so many passes."""
    command = [sys.executable, "-m", "bench.analyser", str(passes)]
    done = subprocess.run(command, input="\n".join(words), capture_output=True, text=True, check=True, encoding="utf-8")
    return float(done.stdout)


def main() -> None:
    """Print the seconds for the words of the input."""
    sys.modules["dawg"] = None  # type: ignore[assignment]
    import pymorphy3  # type: ignore[import-untyped]

    words = sys.stdin.buffer.read().decode("utf-8").splitlines()
    analyser = pymorphy3.MorphAnalyzer()
    seconds = []
    for _ in range(int(sys.argv[1])):
        start = time.process_time()
        for word in words:
            analyser.parse(word)
        seconds.append(time.process_time() - start)
    print(min(seconds))


if __name__ == "__main__":
    main()
