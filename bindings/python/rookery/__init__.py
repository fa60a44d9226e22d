"""Rookery for Python: rookery.chess (python-chess's names, natively), rookery.arena and the bot host."""
