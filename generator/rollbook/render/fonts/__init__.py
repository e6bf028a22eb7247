"""The faces of every edition: on the site, on paper, and in the pictures that others show of a page."""
