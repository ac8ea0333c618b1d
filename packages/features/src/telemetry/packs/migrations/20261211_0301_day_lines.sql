-- The track of a day that is over and not packed yet, as packs have it (20261205_0502_pack_levels). `late_mark` is the transaction that wrote the day's row of `late_days` last, null: none;
-- `newest_at` and `newest_seq` are the newest record of the vehicle then. By these a reader knows whether the day still has the positions that the lines were made of (packs/day-lines.ts).
create table day_lines (
  vehicle_id integer not null,
  day date not null,
  late_mark bigint,
  newest_at timestamptz,
  newest_seq smallint,
  metres integer,
  south_e5 integer,
  west_e5 integer,
  north_e5 integer,
  east_e5 integer,
  coarse bytea,
  middle bytea,
  fine bytea,
  primary key (vehicle_id, day)
);
