"""Files of this computer, whatever is in them: replaced in one step, written whole, in the folders of the user."""
