-- From `at` on a vehicle is driven by whoever has the card; `told_at` is the time of the record that told it, which a replay writes again.
-- Whose card it was is looked up once (then `customer_id` is set), so that a card that changes hands leaves the past as it was.
create table driver_identifications (
  vehicle_id integer not null,
  at timestamptz not null,
  ibutton_key text not null,
  told_at timestamptz not null,
  customer_id integer,
  driver_id integer references drivers,
  primary key (vehicle_id, at)
);
create index driver_identifications_told on driver_identifications (vehicle_id, told_at);
create index driver_identifications_customer on driver_identifications (customer_id, at);

-- From when on the activities of a vehicle's owner are to be drawn again.
create table driver_marks (
  id bigint generated always as identity primary key,
  vehicle_id integer not null,
  from_at timestamptz not null
);
