-- Beside a packed day its track at three tolerances (packs/levels.ts), its kilometres and its box (degrees × 10⁵). Null: the day has no fix, or was packed by an earlier version; `has_levels` tells which.
alter table position_packs
  add column has_levels boolean not null default false,
  add column metres integer,
  add column south_e5 integer,
  add column west_e5 integer,
  add column north_e5 integer,
  add column east_e5 integer,
  add column coarse bytea,
  add column middle bytea,
  add column fine bytea;
-- The finest is read by itself and seldom; the coarsest stays in the row.
alter table position_packs alter column fine set storage external, alter column coarse set storage main;
create index position_packs_without_levels on position_packs (vehicle_id) where not has_levels;
