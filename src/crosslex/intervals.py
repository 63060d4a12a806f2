"""Intervals of shares."""

from math import sqrt


def wilson(share: float, number: int, z: float) -> tuple[float, float]:
    """Return Wilson's interval (1927) of a share of so many, z standard deviations wide.

    >>> wilson(0.5, 10, 1.96)
    (0.236..., 0.763...)
    >>> wilson(1.0, 14, 1.6448536269514722)
    (0.838..., 1.0)
    """
    square = z**2 / number
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / number + square / number / 4) / (1 + square)
    # The share itself lies inside, whatever rounding makes of an end.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
