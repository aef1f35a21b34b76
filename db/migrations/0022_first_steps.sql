-- When an Owner or Admin hid the list of first steps; null: it is shown until all are done. Businesses of before have
-- found their way: for them it is hidden.
alter table businesses add column first_steps_dismissed_at timestamptz default now();
alter table businesses alter column first_steps_dismissed_at drop default;
