"""The hands of the four other systems counted a second time, plainly, from the text of their rules alone."""
