-- What was done to a vehicle and what was spent on it, as its owner wrote it down: 0 refrigeration unit, 1 F-gas, 2 recorder, 3 general, 4 expense.
create table maintenance_entries (
  id integer generated always as identity primary key,
  vehicle_id integer not null references vehicles,
  type smallint not null check (type between 0 and 4),
  message_datetime timestamptz not null,
  subtype text,
  hours double precision check (hours >= 0),
  km double precision check (km >= 0),
  data numeric(9, 2) check (data >= 0),
  description text,
  user_id integer references users on delete set null,
  created_at timestamptz not null default now(),
  check (type < 4 or (data is not null and description is not null))
);
create index maintenance_entries_vehicle on maintenance_entries (vehicle_id, type, message_datetime desc, id desc);
create trigger changed after insert or update or delete on maintenance_entries for each row execute function notify_changed();
