-- These functions run with the rights of their caller: the app's role sees the business in scope, the worker's role all
-- businesses.

-- Whether a member sees contacts masked.
create function sees_masked_contacts(of_business uuid, of_user uuid) returns boolean language sql stable as $$
  select exists (select from businesses b join memberships m on m.business_id = b.business_id and m.user_id = of_user
    where b.business_id = of_business and b.masks_contacts and m.role not in ('Owner', 'Admin')
      and (m.role = 'Affiliate' or exists (select from campaign_members c
        where c.business_id = m.business_id and c.user_id = m.user_id and c.role = 'Affiliate')))
$$;

-- Whether a member reads only their own leads of this campaign.
create function reads_own_leads_only(of_business uuid, of_user uuid, of_campaign uuid) returns boolean language sql stable as $$
  select exists (select from businesses b
    join memberships m on m.business_id = b.business_id and m.user_id = of_user
    join campaign_members c on c.business_id = b.business_id and c.user_id = of_user and c.campaign_id = of_campaign
    where b.business_id = of_business and b.own_leads_only and m.role not in ('Owner', 'Admin')
      and c.role in ('Writer', 'Reader'))
$$;
