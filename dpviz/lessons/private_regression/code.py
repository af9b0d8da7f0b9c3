"""The code of what is on screen: lines of the public engine that give the same numbers when run."""

from __future__ import annotations

PRICE = """from dpviz.erm import objective_plan

modes = ("printed", "corrected", "tight")
plans = [objective_plan({epsilon}, {n}, {regularization}, mode=mode) for mode in modes]
kept = [plan.guarantee for plan in plans]
scale = [plan.scale for plan in plans]"""
