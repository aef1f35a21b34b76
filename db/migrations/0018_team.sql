-- People of a business: who was seen when, and who belongs to it no more.
alter table memberships
  -- When the person last did something in the business, to some minutes.
  add column last_seen_at timestamptz,
  -- Who was removed or has left stays, suspended, so that what they did keeps their name; nobody sees them in the team.
  add column removed_at timestamptz,
  add constraint memberships_removed check (removed_at is null or suspended_at is not null);

grant update (last_seen_at) on memberships to leadline_worker;
