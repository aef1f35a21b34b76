-- A blank on each side of the name, so that a whole word of it is found by blanks. The line break keeps words of a search
-- from matching across name and e-mail.
alter table leads alter column search_text
  set expression as (' ' || lower(name) || E' \n' || coalesce(email, ''));
