"""The standings: players, teams, countries, best hands, statistics, and the journey of one player."""
