-- Orders of the lead list (server/features/leads/list/sorting.sql.ts). By status it reads leads_status. Partial where it can
-- be, so that arriving leads pay for two entries only.
create index leads_by_name on leads (business_id, (lower(name) collate "C"), created_at, id)
  where deleted_at is null and name <> '';
create index leads_by_activity on leads (business_id, last_activity_at, created_at, id) where deleted_at is null;
create index leads_by_value on leads (business_id, value, created_at, id) where deleted_at is null and value is not null;
create index leads_by_response on leads (business_id, seconds_to(created_at, first_response_at), created_at, id)
  where deleted_at is null and first_response_at is not null;
