"""Raw texts in little room."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Texts:
    """Raw texts in UTF-8, one after the other; offsets are one more than there are texts."""

    content: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, document: int) -> str:
        if not 0 <= document < len(self):
            raise IndexError(document)
        start, stop = self.offsets[document], self.offsets[document + 1]
        return self.content[start:stop].tobytes().decode()
