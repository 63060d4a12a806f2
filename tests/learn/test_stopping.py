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
