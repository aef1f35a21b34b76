-- Reminders to the participants of a meeting (docs/decisions/0070-meetings.md): the beginning that they were last
-- reminded of. At another time they are reminded again.
alter table meetings add column reminded_for timestamptz;
create index meetings_starting on meetings (starts_at) where reminded_for is distinct from starts_at;
