-- A row of an imported file is found by its number: the pieces are listed and corrected without reading all of them.
alter table lead_import_pieces add column first_row int;
update lead_import_pieces set first_row = (rows -> 0 ->> 0)::int;
alter table lead_import_pieces alter column first_row set not null;
create index lead_import_pieces_by_row on lead_import_pieces (business_id, import_id, first_row);
-- Until the import starts, its author corrects cells.
grant update (rows) on lead_import_pieces to leadline_app;
