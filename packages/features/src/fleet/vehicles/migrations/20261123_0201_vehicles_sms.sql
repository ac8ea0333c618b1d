-- SMS sent for a vehicle by a customer in a month of its own zone (`month` is the first day).
create table sms_counts (
  customer_id integer not null references customers,
  vehicle_id integer not null references vehicles,
  month date not null,
  total integer not null,
  primary key (customer_id, month, vehicle_id)
);
