"""Pictures of score sheets: simulated photographs, and what is read from them."""
