-- Holding and transferring calls (docs/decisions/0060-hold-and-transfer.md).

-- Why a phone rang: a colleague to whom a person transferred the call, or that person again. Null: by the routing.
alter table call_attempts add column transfer text check (transfer in ('blind', 'attended', 'back'));

-- A caller who was left on hold, or whom no one answered after a transfer, is missed although someone talked with them.
drop index calls_missed;
create index calls_missed on calls (business_id, caller, started_at) where direction = 'inbound' and not is_test
  and caller is not null and (status in ('Not Answered', 'Busy', 'Caller Canceled', 'Out of Time')
    or reason = 'left_in_transfer');

-- Who talked with the caller after the person who answered, in their order; null: no one.
alter table calls add column passed_to uuid[];
