"""The page Reports: everything that can be printed or saved, with a preview of the pages."""
