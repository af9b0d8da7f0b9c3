"""What a build of the site says when it cannot go on."""

from __future__ import annotations


class SiteError(ValueError):
    """One sentence for whoever builds the site."""
