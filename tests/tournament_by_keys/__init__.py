"""A whole tournament of riichi typed in the real window and recorded by lines, against an account of its own."""
