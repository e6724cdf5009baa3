"""Icons that a source lost: where they stood, what they were, how sure that is, and a parse that sees them.

A text enters, places with ranked fixes leave; the weights are a table that `bench/train_icons.py` makes. The check
I101 reports the places, the parser fills the sure ones; the stored text is never touched.
"""
