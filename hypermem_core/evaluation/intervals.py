"""Wilson's 95 % interval of a share."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959964


def wilson(successes: float, total: int, z: float = Z95) -> tuple[float, float]:
    """Return the lower and upper bound of successes/total; (0, 1) when total is 0.

    Source: E. B. Wilson (1927), Probable inference, the law of succession, JASA 22.
    """
    if total == 0:
        return 0.0, 1.0
    share = successes / total
    centre = share + z * z / (2 * total)
    spread = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
