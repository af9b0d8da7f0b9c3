"""The pictures of the lesson on private regression."""
