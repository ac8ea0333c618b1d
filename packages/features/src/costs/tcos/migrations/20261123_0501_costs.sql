-- What is done to vehicles again and again, and what it costs: a customer's own list of types, and each time one of them was done.
create table types (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  name text not null,
  repeat_after_km integer check (repeat_after_km >= 0),
  repeat_after_hour integer check (repeat_after_hour >= 0),
  repeat_after_period integer check (repeat_after_period >= 0),
  notice_after_km integer check (notice_after_km >= 0),
  notice_after_hour integer check (notice_after_hour >= 0),
  notice_after_period integer check (notice_after_period >= 0),
  note text,
  active smallint not null default 1 check (active in (0, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index types_customer on types (customer_id);
create trigger changed after insert or update or delete on types for each row execute function notify_changed();

create table type_activities (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  type_id integer not null references types,
  vehicle_id integer not null references vehicles,
  date date not null,
  amount numeric(9, 2) not null check (amount >= 0),
  supplier text,
  km double precision check (km >= 0),
  hour double precision check (hour >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index type_activities_customer on type_activities (customer_id, date desc, id desc);
create index type_activities_vehicle on type_activities (vehicle_id, date desc);
create index type_activities_type on type_activities (type_id);
create trigger changed after insert or update or delete on type_activities for each row execute function notify_changed();
