-- Files of leads that people import. The rows are kept as they were read, in pieces, so that an import goes on after a
-- restart and needs no file; they are deleted with the import.
create table lead_imports (
  business_id uuid not null references businesses,
  id uuid not null,
  user_id uuid not null references users,
  -- Of the file.
  name text not null,
  format text not null check (format in ('csv', 'xlsx')),
  row_count int not null default 0,
  -- Title, samples and suggested field of each column (contract/leads/sheets/lead-import.ts).
  columns jsonb not null default '[]',
  -- Null until a person has chosen.
  settings jsonb,
  -- The operation that imports the rows; null: not started.
  operation_id uuid,
  created_at timestamptz not null default now(),
  -- Null while the file is read.
  read_at timestamptz,
  primary key (business_id, id)
);
create index lead_imports_newest on lead_imports (business_id, created_at desc, id desc);
create index lead_imports_age on lead_imports (created_at);

-- Rows of a file: [number in the file, …cells]. Each piece but the last has the same number of rows.
create table lead_import_pieces (
  business_id uuid not null,
  import_id uuid not null,
  number int not null,
  rows jsonb not null,
  primary key (business_id, import_id, number),
  foreign key (business_id, import_id) references lead_imports on delete cascade
);

call isolate_by_business('lead_imports', 'lead_import_pieces');
grant select, insert, update, delete on lead_imports to leadline_app;
grant select, insert, delete on lead_import_pieces to leadline_app;
grant select, update, delete on lead_imports, lead_import_pieces to leadline_worker;
