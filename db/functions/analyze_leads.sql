-- Refreshes what the planner knows of leads. After a business got very many at once, the planner would take it for an empty
-- one, and compare all of its leads with each other, until autovacuum looks at the table.
create function analyze_leads() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze leads;
end
$$;
