-- Copies to the call the recording that lists show: one that can be heard before one that is awaited, a conversation before a
-- voicemail message, then the longest, because a transferred call has one recording per part. The call is locked before its recordings are read, so that the later of two
-- simultaneous changes sees the earlier one. The lock is `no key update`, because inserting a recording already locks the
-- call's key.
create or replace function copy_recording_to_call() returns trigger language plpgsql as $$
begin
  perform from calls c where c.business_id = new.business_id and c.id = new.call_id for no key update;
  update calls c set
    recording = (select jsonb_build_object('kind', r.kind, 'state', r.state, 'seconds', r.seconds, 'channels', r.channels,
        'purgedAt', (to_json(r.purged_at at time zone 'UTC') #>> '{}') || 'Z')
      from recordings r where r.business_id = c.business_id and r.call_id = c.id
      order by (r.state = 'stored') desc, r.kind, r.seconds desc nulls last, r.created_at desc limit 1),
    has_recording = exists (select from recordings r
      where r.business_id = c.business_id and r.call_id = c.id and r.state = 'stored')
  where c.business_id = new.business_id and c.id = new.call_id;
  return null;
end $$;
create or replace trigger recordings_copied after insert or update of kind, state, seconds, channels, purged_at on recordings
  for each row execute function copy_recording_to_call();

-- A call that gets another lead, by a merge or its undo, changes the lead of the missed caller whose last call it is.
create or replace function move_missed_caller() returns trigger language plpgsql as $$
begin
  update missed_callers m set lead_id = new.lead_id
    where m.business_id = new.business_id and m.caller = new.caller and m.call_id = new.id;
  return null;
end $$;
create or replace trigger calls_lead_changed after update of lead_id on calls for each row
  when (old.lead_id is distinct from new.lead_id) execute function move_missed_caller();
