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
