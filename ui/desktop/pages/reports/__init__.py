"""The reports: everything that can be printed, with a preview of the pages."""
