-- How far the looks for damaged packs have come, and what they found. `kind` is empty for positions.
create table pack_checks (
  series text primary key check (series in ('positions', 'readings')),
  vehicle_id integer not null,
  kind text not null,
  day date not null
);
create table damaged_packs (
  series text not null,
  vehicle_id integer not null,
  kind text not null,
  day date not null,
  found_at timestamptz not null,
  primary key (series, vehicle_id, kind, day)
);
