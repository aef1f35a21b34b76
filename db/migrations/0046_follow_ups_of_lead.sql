-- Also for open follow-ups: whether a missed caller was planned to be called back is looked up for each call.
drop index follow_ups_of_lead;
create index follow_ups_of_lead on follow_ups (business_id, lead_id, created_at);
