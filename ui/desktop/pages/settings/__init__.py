"""What holds for every event of this computer: language, look, the name that signs, and where things lie."""
