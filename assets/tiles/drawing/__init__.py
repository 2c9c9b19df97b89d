"""How the tiles are drawn. Used to make the files only; the program itself reads the files."""
