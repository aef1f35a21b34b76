-- When the person was reminded that it is due; null: not yet. Another time or another person counts from the start.
alter table follow_ups add column reminded_at timestamptz;
update follow_ups set reminded_at = now() where closed_at is null and due_at < now();
-- Who gave it to this person, and may take it again.
alter table follow_ups add column given_by uuid references users;
create index follow_ups_unreminded on follow_ups (due_at) where closed_at is null and reminded_at is null;
