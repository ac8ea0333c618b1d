-- Every record a device sent: typed fix (null without one) and its raw parameters, the true input of every replay. No foreign keys from time series.
create table positions (
  message_datetime timestamptz not null,
  vehicle_id integer not null,
  latitude_e7 integer,
  longitude_e7 integer,
  seq smallint not null,
  altitude smallint,
  direction smallint,
  speed smallint,
  satellites smallint,
  io bytea,
  primary key (vehicle_id, message_datetime, seq) include (latitude_e7, longitude_e7, speed, direction)
) partition by range (message_datetime);

-- Derived and change-only; a replay rewrites them from the positions' raw parameters.
create table readings (
  vehicle_id integer not null,
  kind text not null,
  message_datetime timestamptz not null,
  seq smallint not null,
  data jsonb not null,
  primary key (vehicle_id, kind, message_datetime, seq)
) partition by range (message_datetime);

-- One row a vehicle. No index on a column that changes, so that updates stay on their page.
create table vehicle_state (
  vehicle_id integer primary key,
  version bigint not null,
  message_datetime timestamptz not null,
  seq smallint not null,
  gps_datetime timestamptz,
  latitude_e7 integer,
  longitude_e7 integer,
  altitude smallint,
  direction smallint,
  speed smallint,
  satellites smallint,
  moving boolean,
  ignition boolean,
  odometer integer,
  latest jsonb not null default '{}',
  memory jsonb not null default '{}',
  updated_at timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- What the derivations knew before the first record of a vehicle's day (UTC): where a replay begins.
create table checkpoints (
  vehicle_id integer not null,
  day date not null,
  state jsonb not null,
  primary key (vehicle_id, day)
);

-- Vehicles whose past changed: to be derived again from `from_at` once they are quiet.
create table replays (
  vehicle_id integer primary key,
  from_at timestamptz not null,
  first_marked_at timestamptz not null,
  last_marked_at timestamptz not null
) with (fillfactor = 70);

create table quarantine (
  id bigint generated always as identity primary key,
  device_id integer,
  vehicle_id integer,
  reason text not null check (reason in ('future', 'ancient', 'retention', 'unmounted', 'data')),
  message_datetime timestamptz,
  record bytea not null,
  error text,
  received_at timestamptz not null default now(),
  released_at timestamptz
);
create index quarantine_waiting on quarantine (received_at) where released_at is null;
create unique index quarantine_once on quarantine (device_id, reason, sha256(record)) where released_at is null;
