"""The command line: arguments, commands, their text and the progress printer."""
