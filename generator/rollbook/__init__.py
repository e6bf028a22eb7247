"""Rollbook: a shelf of handbooks in Markdown and YAML -> a playable website and printable PDFs."""
