-- Pages on which strangers book a meeting (docs/decisions/0087-booking-pages.md).
create table booking_pages (
  business_id uuid not null references businesses,
  id uuid not null,
  -- In the page's address, which is public: unique in the installation.
  slug text not null unique collate "C" check (slug ~ '^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$'),
  -- Whose own page it is; null: the team's.
  owner_id uuid references users,
  campaign_id uuid not null,
  is_active boolean not null default true,
  -- BookingSettings of the contract.
  settings json not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  primary key (business_id, id),
  foreign key (business_id, campaign_id) references campaigns
);
create index booking_pages_of_owner on booking_pages (business_id, owner_id);
create index booking_pages_of_campaign on booking_pages (business_id, campaign_id);
call isolate_by_business('booking_pages');
create policy cross_tenants on booking_pages to leadline_search using (true);
grant select, insert, update, delete on booking_pages to leadline_app, leadline_worker;
grant select on booking_pages to leadline_search;

-- The page on which a meeting was booked, and what its guest answered there: { label, value }[].
alter table meetings add column booking_page_id uuid, add column answers json,
  add foreign key (business_id, booking_page_id) references booking_pages on delete set null (booking_page_id);
create index meetings_of_booking_page on meetings (business_id, booking_page_id, created_at) where booking_page_id is not null;

-- The confirmation of what a guest booked.
alter table meeting_notices drop constraint meeting_notices_kind_check,
  add constraint meeting_notices_kind_check check (kind in ('invitation', 'booked', 'moved', 'cancelled', 'reminder'));

-- The page to which a form leads on after it was sent.
alter table forms add column booking_page_id uuid,
  add foreign key (business_id, booking_page_id) references booking_pages on delete set null (booking_page_id);
create index forms_of_booking_page on forms (business_id, booking_page_id) where booking_page_id is not null;
