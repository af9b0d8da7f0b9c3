"""Adversarial training: worst perturbations, and the gradient of a maximum."""

__all__: list[str] = []
