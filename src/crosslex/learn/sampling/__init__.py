"""Trainers that draw their negatives: blocks of pivots, pair by pair, and the paper's own."""
