-- The first response of a period's leads is counted by reading this index alone (docs/decisions/0080-first-response-figures.md).
create index leads_by_first_response on leads (business_id, created_at)
  include (campaign_id, assigned_to, first_response_at, response_due_at, response_minutes)
  where deleted_at is null and (response_due_at is not null or response_minutes is not null);
