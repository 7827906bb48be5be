"""The engine: what only makes the algorithms fast, one module for each family (`byhand.engine.trees`, ...).

Nothing here changes a result. The tests compare each engine with the plain form that the lesson shows.
"""
