-- What a lead had won before it was merged into another, in agorot (docs/decisions/0081-past-sales.md). It is counted where
-- and when the lead was, as long as the kept lead is not in the trash.
alter table leads add column past_sale bigint;
alter table leads add constraint leads_past_sale check (past_sale is null or (past_sale > 0 and merged_into is not null));
