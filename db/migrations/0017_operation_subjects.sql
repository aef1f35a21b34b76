-- Operations on the rows of any feature. The subject names the feature's handler, which knows kinds and outcomes.
alter table operations add column subject text not null default 'leads';
alter table operations alter column subject drop default;
alter table operations drop constraint operations_kind_check;
-- Neither cancelled nor undone; retried when it fails. An update would see no row, because the policies apply to the owner.
alter table operations add column is_required boolean not null default false;
alter table operations alter column is_required drop default;
alter table operations alter column is_required type boolean using kind = 'replace';
alter table operations alter column is_required set default false;

alter table operation_batches rename column lead_ids to item_ids;

alter table operation_leads rename to operation_items;
alter table operation_items rename column lead_id to item_id;
alter table operation_items rename constraint operation_leads_pkey to operation_items_pkey;
alter table operation_items rename constraint operation_leads_business_id_operation_id_fkey to operation_items_business_id_operation_id_fkey;
alter table operation_items drop constraint operation_leads_outcome_check;
alter index operation_leads_left rename to operation_items_left;
