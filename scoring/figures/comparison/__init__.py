"""Configurations side by side, as figures: one module a view.

A configuration keeps its colour in every view, and its name stands beside it: names are categories
on every axis, so that "2024" or "10-11" stays a name.
"""
