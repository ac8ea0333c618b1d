-- When the server saw a new device do each thing for the first time, for who installs it. Written by a job and by who asks, never by what stores records.
create table device_checks (
  device_id integer primary key references devices on delete cascade,
  made_at timestamptz not null default now(),
  heard_at timestamptz,
  known_at timestamptz,
  fix_at timestamptz,
  ignition_at timestamptz,
  supply_at timestamptz,
  sensors_at timestamptz
);
create index device_checks_waiting on device_checks (made_at)
  where known_at is null or fix_at is null or ignition_at is null or supply_at is null or sensors_at is null;
