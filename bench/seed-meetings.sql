-- 10,000 meetings in the first business, 500 of them in the present week, each with two messages to its guest. Run after seed.sql.
insert into meetings (business_id, id, lead_id, kind, title, starts_at, ends_at, place, guest_name, guest_phone, guest_language,
  participants, status, created_by, is_over)
select business_id, uuidv7(), id, (array['phone', 'at_office', 'at_customer', 'video'])[1 + n % 4], 'פגישה ' || n, at,
  at + interval '45 minutes', 'ביאליק 41, רמת גן', name, phone, 'he', array[($people::uuid[])[1 + n % 8], business_id],
  (array['Invitation Sent', 'Received', 'Meeting Confirmed'])[1 + n % 3], business_id, at < now()
from (select business_id, id, name, phone, n, date_trunc('week', now()) - interval '1 day' + n % 5 * interval '1 day'
    + (8 + n % 10) * interval '1 hour' + (n / 500 - 10) * interval '7 days' as at
  from (select l.*, row_number() over (order by created_at desc) - 1 as n from leads l
    where business_id = ($businesses::uuid[])[1] and deleted_at is null) leads
  where n < 10000) planned;
insert into meeting_notices (business_id, id, meeting_id, kind, channel, state, due_at)
select m.business_id, uuidv7(), m.id, k.kind, 'sms', 'sent', m.starts_at - interval '1 day'
from meetings m, (values ('invitation'), ('reminder')) k(kind);
