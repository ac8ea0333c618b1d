-- When another connection of a device last showed itself beside the one that was open, and its address. `gateway`: that held the displaced one, where only the rows say so; null: it said so itself.
create table device_contests (
  device_id integer primary key references devices on delete cascade,
  at timestamptz not null,
  times integer not null,
  address text not null,
  gateway text
);
create index device_contests_gateway on device_contests (gateway) where gateway is not null;

-- Connections of one device that alternated, for the provider. `looked_at` null: the job that mails them has not looked at it; `mailed` whether it was in a mail.
create table device_alternations (
  id integer generated always as identity primary key,
  device_id integer not null references devices on delete cascade,
  began_at timestamptz not null,
  last_at timestamptz not null,
  addresses text[] not null,
  looked_at timestamptz,
  mailed boolean not null default false
);
create index device_alternations_device on device_alternations (device_id, last_at);
create index device_alternations_age on device_alternations (last_at);
create index device_alternations_new on device_alternations (id) where looked_at is null;
