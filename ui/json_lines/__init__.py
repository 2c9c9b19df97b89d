"""Lines of JSON as scripts write them: read strictly (``strict``), turned into what a referee does (``record``)."""
