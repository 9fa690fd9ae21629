"""Two scorers of retrieval-augmented answers: Context Relevance and Keyword Coverage."""
