-- Searches choose their plan by a sample: the planner's estimate of how many rows contain a text is wrong by a factor of up
-- to a hundred in both directions (docs/decisions/0003-search.md).

create function like_pattern(wanted text) returns text language sql immutable
  return '%' || regexp_replace(lower(wanted), '([\\%_])', '\\\1', 'g') || '%';

-- Patterns of search_text: a row is found by any one of them. Two letters alone must be a whole word of the name. Two or three
-- words, each of at least two letters, may be words of the name in any order. An e-mail contains no blank, so a match
-- that contains one is in the name.
create function typed_patterns(wanted text) returns text[] language sql immutable as $$
  select case
    when wanted ~ '^[[:alnum:]]{2}$' then array['% ' || lower(wanted) || ' %']
    when cardinality(w) between 2 and 3 and wanted !~ '(^|\s)\S(\s|$)' then array(
      select '%' || w[a] || '% ' || w[b] || case when cardinality(w) = 3 then '% ' || w[c] else '' end || '%'
      from generate_subscripts(w, 1) a, generate_subscripts(w, 1) b, generate_subscripts(w, 1) c
      where a <> b and case when cardinality(w) = 3 then c not in (a, b) else c = 1 end)
    else array[like_pattern(wanted)] end
  from (select regexp_split_to_array(btrim(regexp_replace(lower(wanted), '([\\%_])', '\\\1', 'g')), '\s+') as w) words
$$;

-- Patterns of a text as it was typed, and without marks if it has any: names are stored both ways.
create function search_patterns(wanted text) returns text[] language sql immutable as $$
  select typed_patterns(wanted)
    || case when folded = lower(wanted) or char_length(folded) < 2 then '{}' else typed_patterns(folded) end
  from (select btrim(folded_name(wanted)) as folded) text
$$;

-- Whether the trigram index can be used: the text has three letters in a row, or the beginning or end of a word.
create function has_trigram(wanted text) returns boolean language sql immutable
  return wanted ~ '[[:alnum:]]{3}|[^[:alnum:]][[:alnum:]]|[[:alnum:]]{2}[^[:alnum:]]|^[[:alnum:]]{2}$';

-- The percentage of a table that makes about 5,000 rows.
create function sample_percent(sampled regclass) returns double precision language sql stable
  return (select least(100, 500000 / greatest(reltuples, 1)) from pg_class where oid = sampled);

-- Whether a sample with this many hits certainly means more than `most` rows: the extrapolated number is at least five times
-- `most`, and one row in twenty of the sample is a hit, which similar rows on a few pages cannot produce.
create function surely_exceeds(hits bigint, percent double precision, most int) returns boolean language sql immutable
  return hits >= 250 and hits * 100 / percent >= 5 * most;

-- SQL text of a query: the number of sampled leads that contain a text; $1 is the business, $2 the patterns, $3 the
-- percentage.
create function sampled_leads() returns text language sql immutable return
  'select count(*) from leads tablesample system ($3) repeatable (1) 
    where business_id = $1 and deleted_at is null and search_text like any($2)';

set local role leadline_search;

-- Whether, by the sample, fewer than about two in a thousand leads contain a text.
create function is_rare_text(wanted text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare sampled bigint;
begin
  if not has_trigram(wanted) then return false; end if;
  execute sampled_leads() into sampled using current_business(), search_patterns(wanted), sample_percent('leads');
  return sampled < 10;
end $$;

revoke all on function is_rare_text from public;
reset role;
