-- Rows that stay as they were stored: calls, issued tax documents, and the ledger of billing.

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

-- The ledger and its invoices only grow, by no role otherwise: a mistake is corrected by a further posting.
create or replace function keep_billing_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is never changed: % of %', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create or replace trigger keep_billing_ledger before update or delete or truncate on billing_invoices
  for each statement execute function keep_billing_ledger();
create or replace trigger keep_billing_ledger before update or delete or truncate on billing_postings
  for each statement execute function keep_billing_ledger();
create or replace trigger keep_billing_ledger before update or delete or truncate on billing_entries
  for each statement execute function keep_billing_ledger();
create or replace trigger keep_billing_ledger before update or delete or truncate on billing_plan_versions
  for each statement execute function keep_billing_ledger();

-- At the commit the entries of each new posting exist and add up to 0.
create or replace function check_billing_posting() returns trigger language plpgsql as $$
declare total bigint; entries int;
begin
  select coalesce(sum(e.amount), 0), count(*) into total, entries from billing_entries e
    where e.business_id = new.business_id and e.posting_id = new.id;
  if total <> 0 or entries < 2 then
    raise exception 'The posting % does not balance: % in % entries', new.id, total, entries using errcode = 'check_violation';
  end if;
  return null;
end $$;
create or replace function check_billing_entry() returns trigger language plpgsql as $$
declare total bigint;
begin
  select coalesce(sum(e.amount), 0) into total from billing_entries e
    where e.business_id = new.business_id and e.posting_id = new.posting_id;
  if total <> 0 then
    raise exception 'The posting % does not balance: %', new.posting_id, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
do $$ begin
  if not exists (select from pg_trigger where tgname = 'check_billing_posting') then
    create constraint trigger check_billing_posting after insert on billing_postings
      deferrable initially deferred for each row execute function check_billing_posting();
    create constraint trigger check_billing_entry after insert on billing_entries
      deferrable initially deferred for each row execute function check_billing_entry();
  end if;
end $$;
