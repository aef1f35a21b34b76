-- Counts a call that a blacklist entry refused; ingest_call passes the entry that `screenCaller` found.
create function count_screened_call(business uuid, entry uuid) returns void language sql as $$
  update blacklist b set blocked = b.blocked + 1 where b.business_id = business and b.id = entry;
$$;
