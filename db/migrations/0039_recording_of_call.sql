-- What a call's row shows of its recording, kept with the call: a list reads it with the row. Of several a talk goes before
-- a message, and the newest before others.
alter table calls add column recording jsonb;

-- The call is held first and its recordings are read after that: of two that change at once the later one would go on, when
-- it has waited, with what it had read before. Not for update: whoever adds a recording holds the call's key already, and
-- two of them would wait for each other.
create function show_recording() returns trigger language plpgsql as $$
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
create trigger shown after insert or update of kind, state, seconds, channels, purged_at on recordings
  for each row execute function show_recording();

-- What is there already.
alter table recordings no force row level security;
alter table calls no force row level security;
update recordings set kind = kind;
alter table recordings force row level security;
alter table calls force row level security;
