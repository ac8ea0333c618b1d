-- What a search of vehicles compares with, made once a change instead of at every look: a list of 10,000 was searched in 150 ms.
alter table vehicles add column searched text generated always as
  (searchable(plate) || chr(1) || coalesce(searchable(serial), '') || chr(1) || coalesce(searchable(model), '')) stored;
