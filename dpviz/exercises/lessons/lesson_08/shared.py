"""What several tasks need."""

from __future__ import annotations

ILLNESSES = (
    "asthma",
    "cold",
    "cough",
    "eczema",
    "fever",
    "flu",
    "gout",
    "measles",
    "migraine",
    "mumps",
    "rash",
    "ulcer",
)
