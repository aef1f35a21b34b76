-- Partners (Affiliate, in the business or in a campaign of it) are shown phones and e-mails of leads masked, where the
-- business says so; and calls as a file are a grant of their own.
alter table businesses add column masks_contacts boolean not null default false;

-- Members who are shown them so: with the app's rights, of the business in scope and the worker's, of all.
create function is_shown_masked(of_business uuid, of_user uuid) returns boolean language sql stable as $$
  select exists (select from businesses b join memberships m on m.business_id = b.business_id and m.user_id = of_user
    where b.business_id = of_business and b.masks_contacts and m.role not in ('Owner', 'Admin')
      and (m.role = 'Affiliate' or exists (select from campaign_members c
        where c.business_id = m.business_id and c.user_id = m.user_id and c.role = 'Affiliate')))
$$;

-- The person's own businesses where they are: across tenants, as own_businesses().
grant create on schema public to leadline_search;
set local role leadline_search;
create function masked_businesses() returns table (business_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select m.business_id from memberships m
  where m.user_id = current_person() and is_shown_masked(m.business_id, m.user_id)
$$;
revoke all on function masked_businesses() from public;
grant execute on function masked_businesses() to leadline_app;
reset role;
revoke create on schema public from leadline_search;

-- Calls of a campaign as a file: a grant beside hearing them. Those who hear them have exported them until now.
alter table campaign_members add column exports_calls boolean not null default false;
-- For this statement alone its owner sees every business's rows.
alter table campaign_members no force row level security;
update campaign_members set exports_calls = true where hears_calls;
alter table campaign_members force row level security;
