-- Calls that go on are found with every total, and each leaves a dead entry behind when it ends. In the order of time new
-- entries never come where dead ones are, and all that came since the last vacuum are passed over. In an order by chance
-- they do, and PostgreSQL clears a full page of its dead entries: the index stays as small as what it finds.
drop index calls_uncounted;
create index calls_uncounted on calls (business_id, provider_sid) where (status is null or campaign_id is null) and not is_test;
create index calls_tests on calls (business_id, started_at, id) where is_test;
