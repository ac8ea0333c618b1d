-- How words are compared when somebody searches: without case, accents and spaces (its twin: core/searchable.ts).
-- Written so that the locale of the database does not matter.
create function searchable(words text) returns text language sql immutable strict parallel safe as $$
  select translate(
    replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize(words, NFKD), '[\u0300-\u036f \t\n\r\f\v]', '', 'g'),
      'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ẞ', 'ss'), 'ß', 'ss'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZØøŁłĐđı', 'abcdefghijklmnopqrstuvwxyzoollddi')
$$;
