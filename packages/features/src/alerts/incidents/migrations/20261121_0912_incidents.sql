-- An incident is open while `closed_at` is null; one at a time per vehicle, alert and customer.
-- `raised_by` and `cleared_by` are the times of the records that told its begin and its end: what a replay of a period writes again.
create table incidents (
  vehicle_id integer not null,
  id uuid not null,
  alert_id smallint not null,
  customer_id integer,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_as text check (closed_as in ('cleared', 'corrected')),
  late boolean not null default false,
  data jsonb,
  raised_by timestamptz not null,
  cleared_by timestamptz,
  updated_at timestamptz not null,
  primary key (vehicle_id, id),
  check ((closed_at is null) = (closed_as is null))
);
create unique index incidents_open on incidents (vehicle_id, alert_id, coalesce(customer_id, 0)) where closed_at is null;
create index incidents_history on incidents (vehicle_id, opened_at);
