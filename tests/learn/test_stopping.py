import numpy as np
from crosslex.learn.initial_state import State
from crosslex.learn.stopping import Curve


def state_of(value: float) -> State:
    return State.of(np.full((2, 1, 1), value, np.float32), [np.full((1, 1), value, np.float32)] * 2)


def test_curve_stops_when_patience_is_at_an_end_and_keeps_the_best():
    curve = Curve(patience=2)
    losses = [1.0, 0.5, 0.7, 0.4, 0.6, 0.41]
    stops = [curve.record(state_of(loss), epoch, 0.0, loss) for epoch, loss in enumerate(losses)]
    assert stops == [False, False, False, False, False, True]
    pivots, words = curve.best(state_of(9))
    assert float(pivots[0, 0, 0]) == np.float32(0.4)
    assert float(words[1][0, 0]) == np.float32(0.4)


def test_best_vectors_are_a_copy_of_what_they_were():
    curve, state = Curve(patience=1), state_of(1)
    curve.record(state, 0, 0.0, 0.5)
    state.pivots[:] = 7
    assert (curve.best(state)[0] == 1).all()


def test_without_patience_the_last_vectors_stay():
    curve = Curve(patience=None)
    assert not any(curve.record(state_of(0), epoch, 0.0, epoch) for epoch in range(9))
    assert (curve.best(state_of(9))[0] == 9).all()


def test_without_a_held_out_part_the_last_vectors_stay():
    curve = Curve(patience=1)
    assert not any(curve.record(state_of(0), epoch, epoch, None) for epoch in range(9))
    assert (curve.best(state_of(9))[0] == 9).all()


def test_the_note_shows_the_held_out_loss_or_else_the_training_loss():
    curve = Curve(patience=None)
    curve.record(state_of(0), 0, 0.25, None)
    assert curve.note == "loss 0.2500"
    curve.record(state_of(0), 1, 0.25, 0.5)
    assert curve.note == "loss 0.5000"


def test_training_has_converged_after_two_passes_that_gain_less_than_the_tolerance():
    losses = [4.0, 2.0, 1.99, 1.5, 1.49, 1.48, 1.47]
    curve = Curve(patience=None, tolerance=0.01)
    stops = [curve.record(state_of(0), epoch, loss, None) for epoch, loss in enumerate(losses)]
    # 0.5 % of 2.0 alone is not enough; 0.67 % of 1.5 and of 1.49 are.
    assert stops == [False, False, False, False, False, True, True]
