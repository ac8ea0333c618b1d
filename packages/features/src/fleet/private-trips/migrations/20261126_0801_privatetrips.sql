-- Weekly hours that are private, by time: of a company (no vehicle) or of one of its vehicles. A change ends one row and begins the next, so that the past stays as it was.
create table private_hours (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  vehicle_id integer references vehicles,
  -- [{days, from, to}]; [] never; null: a vehicle's are as its company's
  hours jsonb,
  -- by whose clocks
  timezone text not null,
  user_id integer references users,
  valid_from timestamptz not null,
  valid_to timestamptz check (valid_to >= valid_from),
  check (vehicle_id is not null or hours is not null)
);
create unique index private_hours_now on private_hours (customer_id, coalesce(vehicle_id, 0)) where valid_to is null;
create index private_hours_vehicle on private_hours (vehicle_id) where vehicle_id is not null;
create index private_hours_company on private_hours (customer_id) where vehicle_id is null;
create trigger changed after insert or update or delete on private_hours for each row execute function notify_changed();

-- A stretch that somebody entered for a driver. What of it has passed stays private: it is ended, never removed.
create table private_trips (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  vehicle_id integer not null references vehicles,
  driver_id integer not null references drivers,
  user_id integer references users,
  period_from timestamptz not null,
  -- null: it goes on
  period_to timestamptz check (period_to >= period_from),
  updated_at timestamptz not null
);
create index private_trips_vehicle on private_trips (vehicle_id, period_from);
create index private_trips_customer on private_trips (customer_id);
create index private_trips_driver on private_trips (driver_id);
create trigger changed after insert or update or delete on private_trips for each row execute function notify_changed();

-- What the device told of its private mode: each turn of it, at the time of the record.
create table private_switches (
  vehicle_id integer not null,
  at timestamptz not null,
  is_private boolean not null,
  primary key (vehicle_id, at)
);
