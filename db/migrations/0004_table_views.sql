-- How each person wants the tables: columns with their order and widths, density. Shaped by contract/leads/table-views.ts.
alter table users
  add column table_views jsonb not null default '{}' check (jsonb_typeof(table_views) = 'object');
