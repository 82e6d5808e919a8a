"""Bodies, queries and answers as schemas, with the words that the document says about them."""
