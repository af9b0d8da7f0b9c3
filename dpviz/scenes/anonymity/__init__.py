"""The pictures of the lesson on anonymity: releases and their classes, and the attacks."""
