-- Words of the names of live leads, by their consonants, so that a search offers other spellings of its words
-- (docs/decisions/0085-other-spellings.md). `key` is computed in contract/values/name-key.ts. A word is no longer in a name
-- if the sweeps of a day have not seen it.
create table name_words (
  business_id uuid not null references businesses,
  key text collate "C" not null,
  word text collate "C" not null,
  seen_at timestamptz not null,
  primary key (business_id, key, word)
);

call isolate_by_business('name_words');
grant select on name_words to leadline_app;
grant insert, update, delete on name_words to leadline_worker;
