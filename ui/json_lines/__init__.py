"""Lines of JSON as scripts write them: objects, read strictly by their type, turned into what a referee does."""
