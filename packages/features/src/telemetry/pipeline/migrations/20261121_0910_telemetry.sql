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
  message_datetime timestamptz not null,
  vehicle_id integer not null,
  seq smallint not null,
  kind text not null,
  data json not null,
  primary key (vehicle_id, kind, message_datetime, seq)
) partition by range (message_datetime);

create table positions_default partition of positions default;
create table readings_default partition of readings default;

-- A month's partition of `positions` or `readings`, `month` its first day. What waited in the default partition moves along.
-- Attaching, unlike `partition of`, lets others write to the parent meanwhile.
create function create_month(parent text, month date) returns void language plpgsql as $$
declare
  child text := parent || '_' || to_char(month, 'YYYYMM');
  bounds text := format('message_datetime >= %L and message_datetime < %L', month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
begin
  perform pg_advisory_xact_lock(7106003, hashtext(parent));
  if to_regclass(child) is not null then return; end if;
  execute format('create table %I (like %I including defaults including constraints including indexes) with (autovacuum_vacuum_insert_scale_factor = 0.01)', child, parent);
  execute format('lock table %I in access exclusive mode', parent || '_default');
  execute format('with moved as (delete from %I where %s returning *) insert into %I select * from moved', parent || '_default', bounds, child);
  execute format('alter table %I add constraint %I check (%s)', child, child || '_month', bounds);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child,
    month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
  execute format('alter table %I drop constraint %I', child, child || '_month');
end $$;

-- One row a vehicle. No index on a column that changes, so that updates stay on their page. What is written at every record and asked for as a whole is json, not jsonb:
-- it costs half.
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
  latest json not null default '{}',
  memory json not null default '{}',
  updated_at timestamptz not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- The vehicle's state before the first record of one of its days (UTC): where a replay begins.
create table checkpoints (
  vehicle_id integer not null,
  day date not null,
  state json not null,
  primary key (vehicle_id, day)
);

-- Vehicles whose past changed between `from_at` and `to_at`: to be derived again once they are quiet. `marks` tells whether more came meanwhile.
create table replays (
  vehicle_id integer primary key,
  from_at timestamptz not null,
  to_at timestamptz not null,
  marks bigint not null default 1,
  first_marked_at timestamptz not null,
  last_marked_at timestamptz not null
) with (fillfactor = 70);

-- What derivations ask about a vehicle, until it was changed: a replay sees each record's own time.
create table vehicle_facts_before (
  vehicle_id integer not null,
  until timestamptz not null,
  vehicle_type text not null,
  configurations jsonb not null,
  primary key (vehicle_id, until)
);
create function keep_vehicle_facts() returns trigger language plpgsql as $$
begin
  insert into vehicle_facts_before (vehicle_id, until, vehicle_type, configurations)
  values (old.id, now(), old.vehicle_type, old.configurations) on conflict do nothing;
  return null;
end $$;
create trigger facts_before after update on vehicles for each row
  when (old.vehicle_type is distinct from new.vehicle_type or old.configurations is distinct from new.configurations)
  execute function keep_vehicle_facts();

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
