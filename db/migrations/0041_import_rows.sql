-- A row of an imported file is found by its number: the pieces are listed and corrected without reading all of them.
alter table lead_import_pieces add column first_row int;
update lead_import_pieces set first_row = (rows -> 0 ->> 0)::int;
alter table lead_import_pieces alter column first_row set not null;
create index lead_import_pieces_by_row on lead_import_pieces (business_id, import_id, first_row);
-- Until the import starts, its author corrects cells.
grant update (rows) on lead_import_pieces to leadline_app;

-- Fates of the rows so far, added to with each batch, because a history of imports has millions of rows.
alter table lead_imports
  add column created int not null default 0,
  add column updated int not null default 0,
  add column joined int not null default 0,
  add column left_out int not null default 0;
update lead_imports l set created = i.created, updated = i.updated, left_out = i.left_out
from (
  select business_id, operation_id, count(*) filter (where before ? 'isNew') as created,
    count(*) filter (where outcome in ('changed', 'undone', 'same') and not before ? 'isNew') as updated,
    count(*) filter (where outcome not in ('changed', 'undone', 'same')) as left_out
  from operation_items group by 1, 2
) i where i.business_id = l.business_id and i.operation_id = l.operation_id;
