"""The nouns: what the steps take and give, each frozen and none of them doing the work of a step."""
