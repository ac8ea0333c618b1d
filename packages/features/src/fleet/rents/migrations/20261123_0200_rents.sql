-- Rental and leasing contracts: of a vehicle, and of its tyres; one at a time.
create table vehicle_rents (
  id integer generated always as identity primary key,
  vehicle_id integer not null unique references vehicles,
  rent_start date not null,
  rent_end date not null,
  initial_km_contract integer,
  initial_km_period integer,
  contracted_km integer,
  contracted_km_term smallint not null default 0 check (contracted_km_term between 0 and 2),
  renter_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (rent_end >= rent_start)
);
create table tire_rents (like vehicle_rents including all);
alter table tire_rents add foreign key (vehicle_id) references vehicles;
