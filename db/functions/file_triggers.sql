-- Keeps the total of a business's files. Writers lock the lead first, then this row. Rows are deleted by themselves, not
-- by the cascade from leads, in which PostgreSQL 18 runs this as the owner, who sees no row of any business.
create or replace function count_file() returns trigger language plpgsql as $$
declare
  was bigint := case when tg_op <> 'INSERT' and old.deleted_at is null then old.bytes else 0 end;
  is_now bigint := case when tg_op <> 'DELETE' and new.deleted_at is null then new.bytes else 0 end;
  business uuid := case when tg_op = 'DELETE' then old.business_id else new.business_id end;
begin
  if is_now > was then
    insert into file_totals as t (business_id, bytes) values (business, is_now - was)
      on conflict (business_id) do update set bytes = t.bytes + excluded.bytes;
  elsif is_now < was then
    -- An erased business may have no row any more.
    update file_totals t set bytes = t.bytes + is_now - was where t.business_id = business;
  end if;
  return null;
end $$;
create or replace trigger lead_files_counted after insert or delete or update of deleted_at on lead_files
  for each row execute function count_file();

-- The content of a deleted row is removed by a loop (server/features/files/removals.ts).
create or replace function queue_file_removal() returns trigger language plpgsql as $$
begin
  insert into file_removals (id) values (old.id) on conflict (id) do update set due_at = now();
  return null;
end $$;
create or replace trigger lead_files_removed after delete on lead_files
  for each row execute function queue_file_removal();
