-- Who was not notified of an event of a lead, and why (docs/decisions/0051-why.md). Each row is written once, by the job
-- that explains the event's notifications.
create table notice_decisions (
  business_id uuid not null references businesses,
  event_id uuid not null,
  at timestamptz not null default now(),
  -- Groups of people and of listed addresses: [{ channel, reason, users?, addresses? }]. Without a reason: in the app.
  decided jsonb not null,
  primary key (business_id, event_id)
);
create index notice_decisions_age on notice_decisions (at);
call isolate_by_business('notice_decisions');
grant select, insert, update, delete on notice_decisions to leadline_worker;

-- Messages by the event that caused them, which their key begins with.
create index messages_of_event on messages (business_id, split_part(dedupe_key, ' ', 1)) where dedupe_key is not null;
