-- Single edits are operations as well, so that one journal lists and undoes all changes of leads
-- (docs/decisions/0048-one-journal-of-changes.md).

-- The lead of an operation on one lead. No reference, because the lead may be deleted for good.
alter table operations add column lead_id uuid;
-- Most operations are edits of one lead; those on many leads are found without reading them.
create index operations_many on operations (business_id, created_at desc, id desc) where lead_id is null;
create index operations_by_author on operations (business_id, author_id, created_at desc, id desc);
