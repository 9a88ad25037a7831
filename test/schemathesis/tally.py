"""Counts every operation's answers by status, for the run that reads them when this process has ended."""

from __future__ import annotations

import atexit
import collections
import json
import os
import threading

_lock = threading.Lock()
_answers: dict[str, collections.Counter[int]] = collections.defaultdict(collections.Counter)
_troubles: collections.Counter[str] = collections.Counter()


def count_answer(operation: str, status: int) -> None:
    with _lock:
        _answers[operation][status] += 1


def count_trouble(what: str) -> None:
    """Something that a case needed and did not get."""
    with _lock:
        _troubles[what] += 1


@atexit.register
def _write() -> None:
    with open(os.environ["CENTAVO_TALLY"], "w", encoding="utf-8") as file:
        json.dump({"answers": {name: dict(counts) for name, counts in _answers.items()}, "troubles": dict(_troubles)}, file)
