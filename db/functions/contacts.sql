-- Serializes writers of leads with any of these phones or e-mails until the transaction ends. Nulls are skipped. The locks
-- are taken in ascending order, so two callers never deadlock.
create function lock_contacts(business uuid, contacts text[]) returns void language sql as $$
  select pg_advisory_xact_lock(k.key) from (
    select distinct hashtextextended(business || ' ' || c.contact, 0) as key
      from unnest(contacts) c (contact) where c.contact is not null order by 1) k
$$;

-- The live lead that an enquiry of this contact joins, also by a further contact, within the scope and the window of the
-- business's policy: one in this campaign before others, a match by phone before one by e-mail, then the newest. A lead that
-- a member with masked contacts entered comes last. `joins_in`: other campaigns that may be searched; null: all. Null if there
-- is none. (docs/decisions/0049-duplicate-policy.md)
create function find_live_lead(business uuid, campaign uuid, with_phone text, with_email text default null,
  joins_in uuid[] default null) returns uuid language sql stable as $$
  -- Materialized, because with order and limit the planner would scan the newest leads instead of looking up the contact.
  with matches as materialized (
    select l.id, l.campaign_id, l.created_at, true as by_phone from leads l
      where l.business_id = business and l.phone = with_phone and l.deleted_at is null
    union all
    select l.id, l.campaign_id, l.created_at, false from leads l
      where l.business_id = business and l.email = with_email and l.deleted_at is null
    union all
    select l.id, l.campaign_id, l.created_at, c.kind = 'phone' from lead_contacts c
      join leads l on l.business_id = c.business_id and l.id = c.lead_id
      where c.business_id = business and c.value in (with_phone, with_email) and l.deleted_at is null)
  select m.id from matches m join businesses b on b.business_id = business
    where (m.campaign_id = campaign
        or (b.duplicate_scope = 'business' and (joins_in is null or m.campaign_id = any(joins_in))))
      and (b.duplicate_window_days is null
        or last_enquiry_at(business, m.id) > now() - make_interval(days => b.duplicate_window_days))
    order by entered_by_masked_member(business, m.id), m.campaign_id = campaign desc, m.by_phone desc,
      m.created_at desc, m.id desc limit 1
$$;

-- The last enquiry or call of the person behind a lead.
create function last_enquiry_at(business uuid, of_lead uuid) returns timestamptz language sql stable as $$
  select greatest(
    (select max(e.at) from lead_enquiries e where e.business_id = business and e.lead_id = any(array(
      select of_lead union all
      select m.id from leads m where m.business_id = business and m.merged_into = of_lead))),
    (select max(c.started_at) from calls c where c.business_id = business and c.lead_id = of_lead))
$$;

-- Whether a member who sees masked contacts entered this lead, perhaps to guess a phone or an e-mail. Enquiries and calls
-- join such a lead only if there is no other; otherwise they would confirm the guess.
create function entered_by_masked_member(of_business uuid, of_lead uuid) returns boolean language sql stable as $$
  select exists (select from businesses b
    join events e on e.business_id = b.business_id and e.lead_id = of_lead and e.name = 'lead.created'
    where b.business_id = of_business and b.masks_contacts and e.actor ? 'userId'
      and sees_masked_contacts(of_business, (e.actor ->> 'userId')::uuid))
$$;

-- Marks leads that share their phone or e-mail with another live lead of the business, and those others.
create function mark_duplicate_contacts(business uuid, ids uuid[]) returns void language sql as $$
  with changed as materialized (select l.id, l.phone, l.email from leads l where l.business_id = business and l.id = any(ids)),
  pairs as materialized (
    select a.id, t.id as other from changed a join leads t
      on t.business_id = business and t.phone = a.phone and t.deleted_at is null and t.id <> a.id
    union
    select a.id, t.id from changed a join leads t
      on t.business_id = business and t.email = a.email and t.deleted_at is null and t.id <> a.id)
  update leads l set has_duplicate_contact = true
    where l.business_id = business and not l.has_duplicate_contact
      and l.id in (select id from pairs union select other from pairs)
$$;
