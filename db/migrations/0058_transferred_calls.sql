-- A member whose call a colleague has taken over may make another (docs/decisions/0060-hold-and-transfer.md).
drop index calls_made_by;
create unique index calls_made_by on calls (business_id, made_by)
  where made_by is not null and not is_logged and state <> 'ended' and status is null and passed_to is null;
