"""The compiled product against scipy's."""

import numpy as np
import pytest
from scipy.sparse import csr_array, random_array

from crosslex.space.decomposition import product


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("shape", [(1, 1), (7, 5), (40, 300)])
def test_it_is_the_product(shape: tuple[int, int], kind: type) -> None:
    rng = np.random.default_rng(0)
    table = csr_array(random_array(shape, density=0.3, rng=rng, format="csr", dtype=np.float32))
    table.indices, table.indptr = table.indices.astype(kind), table.indptr.astype(kind)
    dense = rng.standard_normal((shape[1], 9)).astype(np.float32)
    np.testing.assert_allclose(product(table, dense), table @ dense, atol=1e-5)
    # Columns of a larger array, which are not next to each other in memory.
    np.testing.assert_allclose(product(table, dense[:, ::2]), table @ dense[:, ::2], atol=1e-5)
