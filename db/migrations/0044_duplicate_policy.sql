-- What happens to an enquiry of a person who has a lead already (docs/decisions/0049-duplicate-policy.md).
alter table businesses
  add column duplicate_action text not null default 'join' check (duplicate_action in ('join', 'mark', 'refuse')),
  add column duplicate_scope text not null default 'campaign' check (duplicate_scope in ('campaign', 'business')),
  -- Null: leads of any age count.
  add column duplicate_window_days int check (duplicate_window_days between 1 and 3650);

-- Refused enquiries are counted by their events.
create index events_refused on events (business_id, at) where name = 'lead.refused';

-- `joinsIn`: other campaigns whose leads the enquiry may join; null: all. `isConversation`: a call or a text message, which
-- joins the person's lead whatever the policy. `isSecond`: a person wants a second lead; a policy that refuses still does.
alter type lead_input add attribute "joinsIn" uuid[];
alter type lead_input add attribute "isConversation" boolean;
alter type lead_input add attribute "isSecond" boolean;

-- A sweep for duplicates looks for groups that it has not confirmed.
create index duplicate_groups_checked on duplicate_groups (business_id, checked_at);
