-- A WhatsApp number belongs to one business (docs/decisions/0086-whatsapp.md), also if several connect it at once.

-- Of those that did so before, the first stays; the others are as if they had disconnected it.
alter table connections no force row level security;
update connections c set deleted_at = now(), settings = '{}', secrets = '{}'
  where c.provider = 'whatsapp' and c.deleted_at is null and exists (select from connections earlier
    where earlier.provider = 'whatsapp' and earlier.deleted_at is null and earlier.account = c.account
      and (earlier.created_at, earlier.id) < (c.created_at, c.id));
alter table connections force row level security;

create unique index connections_of_whatsapp on connections (account)
  where provider = 'whatsapp' and deleted_at is null;
