create table fleets (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  code text not null,
  description text not null,
  color text not null check (color ~ '^#[0-9a-fA-F]{6}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index fleets_code on fleets (customer_id, upper(code));
create trigger changed after insert or update or delete on fleets for each row execute function notify_changed();

-- Each customer groups the vehicles it sees in its own way; a guest's fleets are not the owner's.
create table fleet_vehicles (
  customer_id integer not null references customers,
  vehicle_id integer not null references vehicles,
  fleet_id integer not null references fleets on delete cascade,
  primary key (customer_id, vehicle_id)
);
create index fleet_vehicles_fleet on fleet_vehicles (fleet_id);
create trigger changed after insert or update or delete on fleet_vehicles for each row execute function notify_changed();
