-- What the public pages of a business bear beside its name and image.
alter table businesses
  add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  add column privacy_url text;
