-- What is to be done on a lead that is given the status, and after how many minutes; without an action: nothing.
alter table lead_statuses add column follow_up_action text
  check (follow_up_action in ('Send Email', 'Send SMS', 'Call Back', 'None'));
alter table lead_statuses add column follow_up_minutes integer check (follow_up_minutes > 0);
alter table lead_statuses add column follow_up_note text not null default '';
alter table lead_statuses add constraint follow_up_whole check ((follow_up_action is null) = (follow_up_minutes is null));

-- The status that brought the follow-up, as long as it is as the status brought it; by which change; what it stands in
-- place of, which comes back if the lead leaves the status.
alter table follow_ups add column brought_by uuid;
alter table follow_ups add column brought_in uuid;
alter table follow_ups add column replaced jsonb;
create index follow_ups_brought on follow_ups (business_id, lead_id) where closed_at is null and brought_by is not null;
