"""A drawing as an author saved it -> the same drawing, rewritten from what a drawing may hold."""

from rollbook.parse.svg.clean_svg import clean_svg

__all__ = ["clean_svg"]
