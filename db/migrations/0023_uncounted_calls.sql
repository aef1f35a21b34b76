-- Calls that no counter holds, in one index: they are read with every total.
create index calls_uncounted on calls (business_id, started_at, id) where status is null or is_test or campaign_id is null;
drop index calls_tests;
