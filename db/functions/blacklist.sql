-- Counts a call that an entry turned away; called by ingest_call with what `screenCaller` found.
create function count_screened_call(business uuid, entry uuid) returns void language sql as $$
  update blacklist b set blocked = b.blocked + 1 where b.business_id = business and b.id = entry;
$$;
