import numpy as np

from crosslex.classify.calibration import matching_offset

RNG = np.random.default_rng(0)


def test_matching_offset_gives_every_class_its_share():
    for n_classes in (2, 3, 4, 6):
        scores = RNG.normal(size=(200, n_classes)) @ RNG.normal(size=(n_classes, n_classes))
        won = RNG.multinomial(200 - n_classes, np.full(n_classes, 1 / n_classes)) + 1
        offset = matching_offset(scores, won / 200)
        found = np.bincount((scores - offset).argmax(axis=1), minlength=n_classes)
        np.testing.assert_allclose(found, won, atol=1)
