"""One module a subcommand: options in, one call of the pipeline, output."""
