"""The offline twins of HGMem's prompts."""
