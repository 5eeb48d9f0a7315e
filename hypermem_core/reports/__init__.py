"""What leaves the studio: run cards, tables, experiment bundles."""
