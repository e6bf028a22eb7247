"""A chapter as a tree. blocks.py and inlines.py list every kind there is, walk.py the ways through it.

Parse makes the tree, expand replaces its directives, assemble gives anchors, levels and targets, the editions write it.
All of them go through it by walk.py, or by a `match` that ends in `assert_never`: a new kind that a walk forgets is a
type error.

Fields that a later step fills in: `anchor`, `level`, `elsewhere`, `target` and `asset` by assemble (an `anchor` stays
empty where a thing that stood before is shown again); `roll` and `labels` of a table by expand.
"""
