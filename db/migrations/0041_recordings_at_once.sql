-- Of two recordings of a call that change at once, the later one waits for the earlier, and an update that has waited goes on
-- with what it had read before. So the call is held first, and its recordings are read after that. Not for update: whoever
-- adds a recording holds the call's key already, and two of them would wait for each other.
create or replace function show_recording() returns trigger language plpgsql as $$
begin
  perform from calls c where c.business_id = new.business_id and c.id = new.call_id for no key update;
  update calls c set
    recording = (select jsonb_build_object('kind', r.kind, 'state', r.state, 'seconds', r.seconds, 'channels', r.channels,
        'purgedAt', (to_json(r.purged_at at time zone 'UTC') #>> '{}') || 'Z')
      from recordings r where r.business_id = c.business_id and r.call_id = c.id
      order by r.kind, r.created_at desc limit 1),
    has_recording = exists (select from recordings r
      where r.business_id = c.business_id and r.call_id = c.id and r.state = 'stored')
  where c.business_id = new.business_id and c.id = new.call_id;
  return null;
end $$;
