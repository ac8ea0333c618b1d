-- Who looked at whose positions, and at a driver's data: a row a day for each person, vehicle or driver, and kind of look.
create table looks (
  id bigint generated always as identity primary key,
  -- whose data they are
  customer_id integer not null,
  user_id integer not null,
  vehicle_id integer,
  driver_id integer,
  what text not null,
  day date not null,
  period_from timestamptz,
  period_to timestamptz,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  check ((vehicle_id is null) <> (driver_id is null))
);
create unique index looks_day on looks (user_id, day, what, coalesce(vehicle_id, 0), coalesce(driver_id, 0));
create index looks_newest on looks (customer_id, last_at desc);
