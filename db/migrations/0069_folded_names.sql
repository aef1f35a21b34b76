-- A name without its marks: niqqud, accents, geresh, gershayim and quotation marks are dropped, maqaf and dashes are blanks. The
-- same rule as `folded` (contract/values/name-key.ts), for the marks of Latin, Hebrew and Arabic.
create function folded_name(name text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(lower(normalize(name, nfkd)), '[\u05be\u2010-\u2015\-]', ' ', 'g'),
    '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u05f3\u05f4\u061c\u064b-\u065f\u0670\u06d6-\u06dc\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff''"`´‘’“”]', '', 'g');
grant execute on function folded_name to public;

-- A search finds a name as it is written and without its marks; without them only where they differ. It stands before the
-- e-mail, so that words of a search still do not match across the two.
alter table leads alter column search_text
  set expression as (' ' || lower(name) || case when folded_name(name) = lower(name) then '' else E' \n ' || folded_name(name) end
    || E' \n' || coalesce(email, '') || merged_text);
