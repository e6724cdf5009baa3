"""`python -m cli` runs the command where no script is installed."""

from cli.main import main

main()
