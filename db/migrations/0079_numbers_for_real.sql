-- Numbers that the connected account had before (docs/decisions/0084-numbers-for-real.md). `adopted`: what stood in their
-- settings at the provider (`stood`), and what was set instead (`set`). It is written before anything is set there.
alter table number_orders add column adopted jsonb;
alter table virtual_numbers add column adopted jsonb,
  -- On release, what others changed at the provider meanwhile is left.
  add column keeps_changes boolean not null default false,
  -- How an adopted number was given back (GivenBack of the contract).
  add column given_back text check (given_back in ('restored', 'overwritten', 'kept', 'gone'));
-- Of an adopted number of an erased business: it is given back, not released.
alter table provider_cleanup_tasks add column adopted jsonb;

-- Existing numbers of the business whose carrier forwards calls to a virtual number: entered by a person, or named by the
-- provider with a call (ForwardedFrom).
create table number_forwards (
  business_id uuid not null,
  number_id uuid not null,
  -- E.164.
  phone text not null collate "C",
  -- When a call that it forwarded last came in; null: none has yet.
  last_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (business_id, number_id, phone),
  foreign key (business_id, number_id) references virtual_numbers
);
call isolate_by_business('number_forwards');
grant select, insert, update, delete on number_forwards to leadline_app;

-- The existing number that the caller dialled.
alter table calls add column forwarded_from text collate "C";
-- The test calls this number, which is to be forwarded to the one that is tested.
alter table line_tests add column forwarded text collate "C";
