-- Files that people add to leads. The content is in the storage of files, under names made of the id
-- (server/features/files/stored-names.rules.ts).
create table lead_files (
  business_id uuid not null references businesses,
  id uuid not null,
  lead_id uuid not null,
  -- Who added it.
  user_id uuid not null references users,
  name text not null,
  bytes int not null check (bytes > 0),
  -- Media type, detected from the content.
  type text not null,
  preview text not null check (preview in ('image', 'pdf', 'none', 'too_large', 'broken')),
  created_at timestamptz not null default now(),
  -- Its content is kept for undo.
  deleted_at timestamptz,
  primary key (business_id, id),
  foreign key (business_id, lead_id) references leads on delete cascade
);
-- For the removal of stored content, which no longer knows the business.
create unique index lead_files_id on lead_files (id);
create index lead_files_of_lead on lead_files (business_id, lead_id, id);
create index lead_files_of_person on lead_files (business_id, user_id, id);
create index lead_files_deleted on lead_files (deleted_at) where deleted_at is not null;

-- How much the files of a business take up, without deleted ones; kept by a trigger on lead_files.
create table file_totals (
  business_id uuid primary key references businesses,
  bytes bigint not null
);

call isolate_by_business('lead_files', 'file_totals');
grant select, insert, update on lead_files, file_totals to leadline_app;
grant insert, update, delete on lead_files, file_totals to leadline_worker;

-- Files whose stored content is to be removed, unless a row of lead_files has them by then: each is listed before its
-- content is stored, and again when its row is deleted. It has no business, because it outlives an erased one.
create table file_removals (
  id uuid primary key,
  due_at timestamptz not null default now(),
  tries smallint not null default 0
);
create index file_removals_due on file_removals (due_at);
grant insert on file_removals to leadline_app;
grant select, insert, update, delete on file_removals to leadline_worker;
