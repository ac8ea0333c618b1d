create table vehicles (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  plate text not null,
  serial text,
  model text,
  color text,
  vehicle_type text not null check (vehicle_type in ('M', 'P', 'R', 'S', 'V', 'T', 'C', 'U')),
  vehicle_subtype text check (vehicle_subtype in ('none', 'pickup', 'city_car', 'berlina', 'suv', 'electric')),
  km_offset integer not null default 0,
  log_interval integer not null default 900 check (log_interval in (900, 1800, 2700, 3600)),
  ownership_type smallint not null default 0 check (ownership_type between 0 and 2),
  tire_ownership smallint not null default 0 check (tire_ownership between 0 and 1),
  axles_number smallint check (axles_number between 1 and 5),
  configurations jsonb not null default '{}',
  retired boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (vehicle_subtype is null or vehicle_type = 'U')
);
create unique index vehicles_plate on vehicles (customer_id, upper(plate)) where deleted_at is null;
create trigger changed after insert or update or delete on vehicles for each row execute function notify_changed();
