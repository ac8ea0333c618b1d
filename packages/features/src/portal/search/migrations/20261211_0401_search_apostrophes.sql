-- Signs that people type for an apostrophe are compared as one, as telephones write another than keyboards do (its twin: core/searchable.ts).
create or replace function searchable(words text) returns text language sql immutable strict parallel safe as $$
  select case when words ~ '^[\u0001-\u007f]*$'
    then translate(words, E'ABCDEFGHIJKLMNOPQRSTUVWXYZ` \t\n\r\f\u000b', 'abcdefghijklmnopqrstuvwxyz''')
    else searchable_letters(translate(words, E'`\u00b4\u02bc\u2018\u2019\u2032', '''''''''''''')) end
$$;
-- What vehicles are searched by is stored.
update vehicles set plate = plate
  where concat(plate, serial, model) ~ '[`\u00b4\u02bc\u2018\u2019\u2032]';
