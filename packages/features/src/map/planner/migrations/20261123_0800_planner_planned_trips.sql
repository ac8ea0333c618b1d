-- Trips that are planned; those that were driven are in `trips`. Distance in metres and duration in seconds stand in `route`, beside its encoded polyline.
create table planned_trips (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  vehicle_id integer references vehicles on delete set null,
  name text not null,
  startdate timestamptz not null,
  arrival timestamptz not null,
  waypoints jsonb not null,
  options jsonb not null,
  route jsonb not null,
  approximate boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index planned_trips_customer on planned_trips (customer_id, startdate);
create index planned_trips_vehicle on planned_trips (vehicle_id, startdate);
create trigger changed after insert or update or delete on planned_trips for each row execute function notify_changed();
