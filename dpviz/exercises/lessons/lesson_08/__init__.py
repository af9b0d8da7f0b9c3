"""Exercise 8, anonymity and why it fails: two measures, bands of ages, two tables, exact counts, counts with
too little noise, private counts.
"""
