-- Removed ones stay: their activities keep their name.
create table drivers (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  name text not null,
  surname text not null,
  license text,
  license_expiration_date date,
  ibutton_id text,
  ibutton_key text,
  phone_number text,
  email text,
  note text,
  active smallint not null default 1 check (active in (0, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((ibutton_key is null) or (ibutton_id is not null))
);
create index drivers_customer on drivers (customer_id, upper(surname), upper(name)) where deleted_at is null;
-- A card is one active driver's.
create unique index drivers_ibutton on drivers (customer_id, ibutton_key) where deleted_at is null and active = 1;
create trigger changed after insert or update or delete on drivers for each row execute function notify_changed();

-- Who drove what, as each customer says; without an end it is in progress. Neither a vehicle nor a driver is in two at one time.
create table driver_activities (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  vehicle_id integer not null references vehicles,
  driver_id integer not null references drivers,
  period_from timestamptz not null,
  period_to timestamptz,
  origin text not null default 'person' check (origin in ('person', 'device')),
  updated_at timestamptz not null default now(),
  check (period_to is null or period_to >= period_from),
  constraint driver_activities_vehicle exclude using gist (customer_id with =, vehicle_id with =, tstzrange(period_from, period_to) with &&)
    deferrable initially immediate,
  constraint driver_activities_driver exclude using gist (driver_id with =, tstzrange(period_from, period_to) with &&) deferrable initially immediate
);
create index driver_activities_list on driver_activities (customer_id, period_from desc, id desc);
create index driver_activities_open on driver_activities (customer_id, vehicle_id) where period_to is null;
create index driver_activities_changed on driver_activities (customer_id, updated_at);
create index driver_activities_of_vehicle on driver_activities (vehicle_id, period_from);
create index driver_activities_of_driver on driver_activities (driver_id, period_from);
create trigger changed after insert or update or delete on driver_activities for each row execute function notify_changed();
