"""One engine for all experiments: trials in, checkpointed cells and results out."""
