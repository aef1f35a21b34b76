-- What the page of a campaign shows: its history, and what came of the posts to its forms.

-- The same condition as events_rare.
create index events_of_campaign on events (business_id, campaign_id, xid, id)
  where lead_id is null and name not in ('call.started', 'call.changed', 'call.ended');

-- Written by what it counts: an enquiry by its intake, posts of robots by the log of
-- requests. Kept when leads are purged, so it cannot be computed again.
create table form_submissions (
  business_id uuid not null,
  form_id uuid not null,
  new_leads bigint not null default 0,
  repeats bigint not null default 0,
  -- Posts of robots: no enquiry.
  spam bigint not null default 0,
  last_at timestamptz,
  last_lead_at timestamptz,
  primary key (business_id, form_id),
  foreign key (business_id, form_id) references forms on delete cascade
);
call isolate_by_business('form_submissions');
grant select, insert, update on form_submissions to leadline_app;
grant insert, update on form_submissions to leadline_worker;

-- Enquiries of before: the first one of a lead made it. Posts of robots were not counted.
set local role leadline_worker;
insert into form_submissions (business_id, form_id, new_leads, repeats, last_at, last_lead_at)
select e.business_id, e.form_id, count(*) filter (where is_first), count(*) filter (where not is_first), max(e.at),
  max(e.at) filter (where is_first)
from lead_enquiries e join forms f on f.business_id = e.business_id and f.id = e.form_id,
  lateral (select not exists (select from lead_enquiries o where o.business_id = e.business_id and o.lead_id = e.lead_id
    and (o.at, o.id) < (e.at, e.id)) as is_first) places
group by 1, 2;
