-- The app deletes no calls but those that were logged by hand.
create or replace function keep_calls() returns trigger language plpgsql as $$
begin
  if current_user = 'leadline_app' and not old.is_logged then
    raise exception 'Only calls that were logged by hand are deleted' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create or replace trigger keep_calls before delete on calls for each row execute function keep_calls();

-- Issued documents are never changed or deleted, by no role: a mistake is corrected by a credit.
create or replace function keep_tax_documents() returns trigger language plpgsql as $$
begin
  raise exception 'A tax document is never changed: % of %', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger keep_tax_documents before update or delete or truncate on tax_documents
  for each statement execute function keep_tax_documents();
create or replace trigger keep_tax_documents before update or delete or truncate on tax_document_allocations
  for each statement execute function keep_tax_documents();
create or replace trigger keep_tax_documents before update or delete or truncate on tax_document_files
  for each statement execute function keep_tax_documents();
