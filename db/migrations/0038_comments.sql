-- Comments are edited and deleted by their authors, and mention colleagues.
alter table lead_comments
  -- How often the text was replaced.
  add column revision int not null default 0,
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add column deleted_by uuid references users,
  -- Everyone whom one of its texts mentioned: they are named in them, and are notified once.
  add column mentioned uuid[] not null default '{}';
create index lead_comments_deleted on lead_comments (deleted_at) where deleted_at is not null;

-- Texts that an edit replaced, and that of a deleted comment as long as it can be restored.
create table lead_comment_versions (
  business_id uuid not null,
  comment_id uuid not null,
  revision int not null,
  -- When it was written.
  at timestamptz not null,
  text text not null,
  primary key (business_id, comment_id, revision),
  foreign key (business_id, comment_id) references lead_comments on delete cascade
);
call isolate_by_business('lead_comment_versions');
grant select, insert, delete on lead_comment_versions to leadline_app;
