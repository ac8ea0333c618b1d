-- What the owner has set of an alert on a vehicle, by time: a change ends one row and begins the next, so that a replay finds what held then. No row: all as is usual.
create table alert_parameters (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  vehicle_id integer not null references vehicles,
  alert_id smallint not null,
  active boolean not null,
  -- null: as is usual, or said by the vehicle's configurations
  threshold double precision,
  clear double precision,
  dwell_s integer check (dwell_s between 0 and 86400),
  -- [{days, from, to}]; null: at all times
  schedule jsonb,
  -- it holds while the vehicle is parked, too
  parked boolean not null,
  valid_from timestamptz not null,
  valid_to timestamptz check (valid_to >= valid_from)
);
create unique index alert_parameters_now on alert_parameters (vehicle_id, alert_id) where valid_to is null;
create index alert_parameters_vehicle on alert_parameters (vehicle_id, valid_from);
create index alert_parameters_customer on alert_parameters (customer_id);
create trigger changed after insert or update or delete on alert_parameters for each row execute function notify_changed();
