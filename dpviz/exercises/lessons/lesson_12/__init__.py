"""Exercise 12, privacy accounting: δ from the losses, many releases, the best order, a step of DP-SGD, an attacker."""
