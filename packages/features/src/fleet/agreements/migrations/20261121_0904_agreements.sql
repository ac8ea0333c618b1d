create table vehicle_agreements (
  id integer generated always as identity primary key,
  vehicle_id integer not null references vehicles,
  customer_id integer not null references customers,
  agreement_id smallint not null,
  active_from timestamptz not null,
  active_to timestamptz,
  created_at timestamptz not null default now(),
  check (active_to is null or active_to > active_from)
);
create index vehicle_agreements_vehicle on vehicle_agreements (vehicle_id, customer_id);
create index vehicle_agreements_customer on vehicle_agreements (customer_id, vehicle_id);
create trigger changed after insert or update or delete on vehicle_agreements for each row execute function notify_changed();
