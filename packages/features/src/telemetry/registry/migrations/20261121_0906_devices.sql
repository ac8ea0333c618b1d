-- The box in the vehicle. `networks` limits where it may sign in from; empty: anywhere that the gateway allows.
create table devices (
  id integer generated always as identity primary key,
  imei text not null check (imei ~ '^[0-9]{15}$'),
  protocol text not null,
  profile text not null,
  unit_code text,
  reporting_interval integer check (reporting_interval between 1 and 86400),
  networks cidr[] not null default '{}',
  wiring jsonb not null default '{}',
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index devices_imei on devices (imei) where deleted_at is null;
create trigger changed after insert or update or delete on devices for each row execute function notify_changed();

create extension if not exists btree_gist;
-- A late message belongs to the vehicle that carried the device at the message's own time.
create table device_mounts (
  id integer generated always as identity primary key,
  device_id integer not null references devices,
  vehicle_id integer not null references vehicles,
  mounted_from timestamptz not null,
  mounted_to timestamptz,
  check (mounted_to is null or mounted_to > mounted_from),
  exclude using gist (device_id with =, tstzrange(mounted_from, mounted_to) with &&),
  exclude using gist (vehicle_id with =, tstzrange(mounted_from, mounted_to) with &&)
);
create index device_mounts_vehicle on device_mounts (vehicle_id, mounted_from);
create trigger changed after insert or update or delete on device_mounts for each row execute function notify_changed();

create table unclaimed_devices (
  identifier text primary key,
  protocol text not null,
  address text not null,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  count bigint not null default 1
);

-- The newest sign-in of each device; `closed_at` null while its connection is open.
create table connections (
  device_id integer primary key references devices on delete cascade,
  gateway text not null,
  session uuid not null,
  protocol text not null,
  address text not null,
  opened_at timestamptz not null,
  last_seen_at timestamptz not null,
  closed_at timestamptz,
  conflicts integer not null default 0
) with (fillfactor = 70);
