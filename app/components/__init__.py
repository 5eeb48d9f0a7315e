"""Drawing functions, one a file; they load nothing and call no model."""
