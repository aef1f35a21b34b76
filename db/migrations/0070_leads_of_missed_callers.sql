-- The lead of a missed caller's last call (docs/decisions/0082-speed-of-lead-work.md): lists of missed callers read it here
-- instead of in the call.
alter table missed_callers add column lead_id uuid,
  add foreign key (business_id, lead_id) references leads on delete set null (lead_id);
create index missed_callers_lead on missed_callers (business_id, lead_id) where lead_id is not null;

-- Rows of all businesses.
set local role leadline_worker;
update missed_callers m set lead_id = c.lead_id from calls c
where c.business_id = m.business_id and c.id = m.call_id and c.lead_id is not null;
reset role;
