-- Who has a lead open (docs/decisions/0050-who-else-is-looking.md). Unlogged: after a crash the pages say so again.
create unlogged table lead_viewers (
  business_id uuid not null,
  lead_id uuid not null,
  user_id uuid not null,
  tab_id uuid not null,
  until timestamptz not null,
  primary key (business_id, lead_id, user_id, tab_id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
call isolate_by_business('lead_viewers');
grant select, insert, update, delete on lead_viewers to leadline_app;
