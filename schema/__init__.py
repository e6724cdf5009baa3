"""What the data is: closed sets with Russian labels, text folding, records, tables, errors.

Nothing here reads a file or opens a socket, and nothing here imports another package of the project:
every other room may import this one.
"""
