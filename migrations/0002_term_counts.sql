-- How many rows have each term, read from the indexes themselves: recall lets a question's rare words choose what is weighed.
CREATE VIRTUAL TABLE memory_term_counts USING fts5vocab(memory_terms, row);
--> statement-breakpoint
CREATE VIRTUAL TABLE note_term_counts USING fts5vocab(note_terms, row);
