-- Leads that were merged into another (docs/decisions/0045-duplicates-and-merge.md).

-- The lead that was kept. A merged lead counts as deleted since the merge, but is in no trash.
alter table leads add column merged_into uuid;
alter table leads add constraint leads_merged_deleted check (merged_into is null or deleted_at is not null);
alter table leads add foreign key (business_id, merged_into) references leads on delete set null (merged_into);
create index leads_merged on leads (business_id, merged_into) where merged_into is not null;
drop index leads_trash;
create index leads_trash on leads (business_id, deleted_at, id) where deleted_at is not null and merged_into is null;

-- Further phones and e-mails of a lead, from leads that were merged into it or from itself.
create table lead_contacts (
  business_id uuid not null,
  lead_id uuid not null,
  kind text not null check (kind in ('phone', 'email')),
  value text collate "C" not null,
  from_lead_id uuid not null,
  -- Stored, because under a policy `right(value, 4) = …` may not use an index.
  last4 text generated always as (right(value, 4)) stored,
  primary key (business_id, lead_id, kind, value),
  foreign key (business_id, lead_id) references leads on delete cascade
);
create index lead_contacts_value on lead_contacts (business_id, value);
create index lead_contacts_last4 on lead_contacts (business_id, last4);

-- Names and e-mails of the leads that were merged into this one, so that a search finds it by them.
alter table leads add column merged_text text not null default '';
alter table leads alter column search_text
  set expression as (' ' || lower(name) || E' \n' || coalesce(email, '') || merged_text);

-- The lead that had the call before a merge.
alter table calls add column merged_from uuid;

alter table follow_ups drop constraint follow_ups_ending_check;
alter table follow_ups add constraint follow_ups_ending_check check (ending in ('done', 'call', 'merged'));

call isolate_by_business('lead_contacts');
grant select, insert, update, delete on lead_contacts to leadline_app;
-- For the erasure of people.
grant delete on lead_contacts to leadline_worker;
create policy cross_tenants on lead_contacts to leadline_search using (true);
grant select on lead_contacts to leadline_search;
