"""The page Standings: players, teams, countries, best hands, statistics, and the course of one player."""
