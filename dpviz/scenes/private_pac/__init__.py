"""Pictures of learning privately."""
