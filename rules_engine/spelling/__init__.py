"""The language of card texts as a speller needs it: known words, what stands beside what, and near forms.

A text goes in as Places (tokens with the key they are counted by); forms, splits and agreement are asked about
them. Stands apart from the checks, which only say what is a fault; the data files are rebuilt by
bench/learn_words.py.
"""
