-- Full text over memories and notes. Contentless: the terms are made in code (src/memory/terms.ts), each prefixed with
-- its guild, so that a search reads its own guild's postings only and cannot match another guild's rows.
CREATE VIRTUAL TABLE memory_terms USING fts5(terms, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 tokenchars '_'");
--> statement-breakpoint
CREATE VIRTUAL TABLE note_terms USING fts5(terms, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0 tokenchars '_'");
