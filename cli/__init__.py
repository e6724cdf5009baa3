"""The `berserk` command: a thin skin over the pipeline."""
