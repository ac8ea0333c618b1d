-- What was sent to devices, and what they said: each reply once, the one to a command beside it. Kept for 90 days.
create table device_commands (
  id uuid primary key,
  device_id integer not null references devices on delete cascade,
  text text not null,
  state text not null check (state in ('queued', 'sent', 'answered', 'refused', 'invalid', 'offline', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  session uuid,
  sent_at timestamptz
);
create index device_commands_open on device_commands (device_id, created_at) where state in ('queued', 'sent');
create index device_commands_age on device_commands (created_at);

create table device_replies (
  id uuid not null,
  n smallint not null,
  device_id integer not null references devices on delete cascade,
  session uuid not null,
  received_at timestamptz not null,
  text text not null,
  refused boolean not null,
  command_id uuid references device_commands on delete cascade,
  primary key (id, n)
);
create index device_replies_age on device_replies (received_at);
create index device_replies_command on device_replies (command_id) where command_id is not null;
