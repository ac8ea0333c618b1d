-- Distances in metres, speeds in km/h. A trip that late data merged into another points to it by `replaced_by`.
-- `began_by` and `ended_by` are the times of the records that told its begin and its end: what a replay of a period writes again.
-- While it is under way, its end and distance are in the vehicle's state.
create table trips (
  vehicle_id integer not null,
  id uuid not null,
  period_from timestamptz not null,
  period_to timestamptz,
  start_latitude double precision not null,
  start_longitude double precision not null,
  end_latitude double precision not null,
  end_longitude double precision not null,
  end_at timestamptz not null,
  distance integer not null,
  max_speed smallint not null,
  began_by timestamptz not null,
  ended_by timestamptz,
  replaced_by uuid,
  updated_at timestamptz not null,
  primary key (vehicle_id, id),
  check ((period_to is null) = (ended_by is null))
) with (fillfactor = 80);
create index trips_period on trips (vehicle_id, period_from) where replaced_by is null;
create unique index trips_open on trips (vehicle_id) where period_to is null and replaced_by is null;
