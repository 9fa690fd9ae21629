"""The ways in which rows are laid out in a file, one module each, all read to `Records`."""
