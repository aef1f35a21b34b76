-- Redirects to any issuer of OAuth; `kept` is what the feature needs again at the return.
alter table google_redirects rename to oauth_redirects;
alter index google_redirects_pkey rename to oauth_redirects_pkey;
alter table oauth_redirects alter column is_remembered type jsonb using jsonb_build_object('isRemembered', is_remembered);
alter table oauth_redirects rename column is_remembered to kept;
