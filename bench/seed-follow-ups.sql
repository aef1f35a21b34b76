-- 100,000 open follow-ups in the first business, a ninth of them its Owner's, half of them late. Run after seed.sql.
insert into follow_ups (business_id, id, lead_id, user_id, action, due_at, note, created_by, reminded_at)
select business_id, uuidv7(), id, (array_append($people::uuid[], business_id))[1 + n % 9],
  (array['Call Back', 'Send Email', 'Send SMS'])[1 + n % 3], now() + (n % 1440 - 720) * interval '1 hour', '', business_id, now()
from (select business_id, id, row_number() over (order by created_at desc) as n from leads
  where business_id = ($businesses::uuid[])[1] and deleted_at is null) leads
where n <= least(100000, $leads / 10);
