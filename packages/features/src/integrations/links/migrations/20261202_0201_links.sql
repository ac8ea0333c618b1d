-- Links that show others, without a sign-in, where a vehicle, a planned trip or a fleet is, for a time.
create table links (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  -- Who made it.
  user_id integer not null references users on delete cascade,
  vehicle_id integer references vehicles on delete cascade,
  trip_id integer references planned_trips on delete cascade,
  fleet_id integer references fleets on delete cascade,
  all_vehicles boolean not null default false,
  period_from timestamptz not null,
  period_to timestamptz not null,
  -- In its address. null: the installation was restored from a backup, which contains none.
  token text unique,
  openings integer not null default 0,
  opened_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (period_from < period_to),
  check (num_nonnulls(vehicle_id, trip_id, fleet_id) + all_vehicles::int = 1)
);
create index links_customer on links (customer_id, period_to);
create index links_period on links (period_to);
-- That it was opened is told to nobody: each such message makes every process forget shared answers.
create trigger changed after insert or delete or update of vehicle_id, trip_id, fleet_id, all_vehicles, period_from, period_to, ended_at on links for each row execute function notify_changed();
