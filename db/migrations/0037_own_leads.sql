-- Whoever is a Writer or Reader in a campaign reads its leads that are assigned to them alone, where the business says so.
alter table businesses add column own_leads_only boolean not null default false;

-- Whether a lead of the campaign must be a member's own to be in their sight: with the app's rights, of the business in
-- scope, and the worker's, of all.
create function reads_own_leads(of_business uuid, of_user uuid, of_campaign uuid) returns boolean language sql stable as $$
  select exists (select from businesses b
    join memberships m on m.business_id = b.business_id and m.user_id = of_user
    join campaign_members c on c.business_id = b.business_id and c.user_id = of_user and c.campaign_id = of_campaign
    where b.business_id = of_business and b.own_leads_only and m.role not in ('Owner', 'Admin')
      and c.role in ('Writer', 'Reader'))
$$;
