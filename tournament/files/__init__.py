"""Files of this computer, whatever their content: writing them completely, replacing them, and the folders for them."""
