"""The interval type of all results, and Wilson's interval of a proportion."""

from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True)
class Interval:
    """An estimate with the bounds of its confidence interval.

    >>> print(Interval(0.5, 0.236, 0.7634))
    0.50 (0.24 to 0.76)
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"

    @property
    def percent(self) -> str:
        """The same in percent, without decimals.

        >>> Interval(0.843, 0.81, 0.868).percent
        '84 % (81 to 87 %)'
        """
        value, low, high = (f"{100 * each:.0f}" for each in (self.value, self.low, self.high))
        return f"{value} % ({low} to {high} %)"


def wilson(share: float, number: int, z: float) -> Interval:
    """Return Wilson's interval (1927) of a proportion of `number` cases; z is its normal quantile.

    >>> print(wilson(0.5, 10, 1.96))
    0.50 (0.24 to 0.76)
    >>> wilson(1.0, 14, 1.6448536269514722)
    Interval(value=1.0, low=0.838..., high=1.0)
    """
    square = z**2 / number
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / number + square / number / 4) / (1 + square)
    # The share itself lies inside, whatever rounding makes of an end.
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))
