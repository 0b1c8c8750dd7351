"""Computes the ratio of measured times, and finds out whether something disturbed the
measurement."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..messages import sentence

RESAMPLES = 2000
Times = NDArray[np.float64]  # indices: program (0 ours, 1 theirs), graph, repetition


class Disturbed(Exception):
    """These times cannot be used; the message says why."""


def compare(times: Times) -> tuple[float, float, float]:
    """The ratio of the median times, theirs / ours, and the two ends of its 95 % interval, from a
    bootstrap. For several graphs, this ratio is the geometric mean of the graphs' ratios."""
    chance = np.random.default_rng(1)
    repetitions = times.shape[2]
    drawn = chance.integers(repetitions, size=(RESAMPLES, repetitions))
    resampled = np.median(times[:, :, drawn], axis=3)  # axes: program, graph, resample
    ratios = np.exp(np.mean(np.log(resampled[1] / resampled[0]), axis=0))
    medians = np.median(times, axis=2)
    low, high = np.percentile(ratios, [2.5, 97.5])
    return float(np.exp(np.mean(np.log(medians[1] / medians[0])))), float(low), float(high)


def require_steady(times: Times, most: float) -> None:
    """Raises Disturbed if the times are not steady. There are two limits. On each graph, the
    interquartile range of our own times may be at most `most` times their median. The 95 %
    interval of the ratio (see compare) may have a width of at most 2 * `most` times the ratio."""
    low, middle, high = np.percentile(times[0], [25, 50, 75], axis=1)
    spread = float(np.max((high - low) / middle))
    ratio, low, high = compare(times)
    if (high - low) / 2 > most * ratio:
        raise Disturbed(sentence("wide_interval", low=f"{low:.2f}", high=f"{high:.2f}"))
    if spread > most:
        raise Disturbed(sentence("unsteady", percent=f"{100 * spread:.0f}"))


def busy_share(seconds: float) -> float:
    """The share of all processors that is in use during the next `seconds`."""
    before = _processor_times()
    time.sleep(seconds)
    idle, total = (now - then for now, then in zip(_processor_times(), before, strict=True))
    return 1 - idle / total if total > 0 else 0.0


def _processor_times() -> tuple[int, int]:
    """The idle ticks, and all ticks, since the machine started."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)
