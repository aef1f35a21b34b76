-- Lists leave out the calls that try a number out: the indexes by which they are counted say which these are, so that
-- counting reads no call.
drop index calls_status, calls_campaign_status, calls_number, calls_answered_by, calls_recorded, calls_outbound, calls_abandoned;
create index calls_status on calls (business_id, status, started_at, id) include (is_test);
create index calls_campaign_status on calls (business_id, campaign_id, status, started_at, id) include (is_test);
create index calls_number on calls (business_id, number_id, started_at, id) include (is_test);
create index calls_answered_by on calls (business_id, answered_by, started_at, id) include (is_test) where answered_by is not null;
create index calls_recorded on calls (business_id, started_at, id) include (is_test) where has_recording;
create index calls_outbound on calls (business_id, started_at, id) include (is_test) where direction = 'outbound';
create index calls_abandoned on calls (business_id, started_at, id) include (is_test) where is_abandoned;
