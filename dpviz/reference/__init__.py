"""What the lessons refer to: glossary, notation, corrections and sources, written as two pages of markdown.

``glossary.txt`` and ``corrections.txt`` are blocks of ``field: text``, ``symbols.md`` and ``sources.md`` are markdown;
`numbers` computes what the corrections state. ``python3 tools/dev.py reference`` writes ``docs/glossary.md`` and
``docs/corrections.md`` of them, which GitHub, the documentation site and the gallery's server show.
"""
