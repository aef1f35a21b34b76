-- The revision of a lead before the operation changed it. Once the change is undone, the operation before it finds the
-- lead as it left it, and can be undone, too.
alter table operation_items add column prior_revision int;
create index operation_items_revised on operation_items (business_id, item_id, revision) where outcome = 'changed';
