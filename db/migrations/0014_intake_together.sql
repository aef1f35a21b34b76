-- Leads that were sent at the same time, stored in one transaction (docs/decisions/0007-intake-in-one-round-trip.md).
create function take_leads(business uuid, given jsonb) returns table (place int, outcome text, lead lead_rows)
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  contact_lock bigint;
  one record;
begin
  -- Every lead's locks before the first lead, in the order of their numbers: no deadlock with another statement's.
  for contact_lock in
    select distinct hashtextextended(business || ' ' || contact, 0)
    from jsonb_array_elements(given) wanted, lateral (values (wanted ->> 'phone'), (wanted ->> 'email')) contacts (contact)
    where contact is not null order by 1
  loop
    perform pg_advisory_xact_lock(contact_lock);
  end loop;
  for one in select e.value, e.ordinality::int as place from jsonb_array_elements(given) with ordinality e loop
    return query select one.place, t.outcome, t.lead from take_lead(business, one.value) t;
  end loop;
end $$;
