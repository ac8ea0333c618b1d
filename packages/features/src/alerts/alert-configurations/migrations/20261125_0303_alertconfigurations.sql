-- Whom a customer tells of which alert of which vehicle. `language`: that of who made it, in which it is told; `user_id`: who hears that it cannot be.
create table alert_configurations (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  vehicle_id integer not null references vehicles,
  alert_id smallint not null,
  alert_channel_id smallint not null check (alert_channel_id in (1, 2)),
  destination text not null,
  language text not null check (language in ('it', 'en', 'es', 'de')),
  user_id integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index alert_configurations_same on alert_configurations (customer_id, vehicle_id, alert_id, alert_channel_id, destination);
create index alert_configurations_vehicle on alert_configurations (vehicle_id, alert_id);

-- Thousands are made at once: its readers are told once a customer.
create function notify_alert_configurations() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', jsonb_build_object('table', tg_table_name, 'customer_id', c.customer_id)::text)
    from (select distinct customer_id from changed where customer_id is not null) c;
  return null;
end $$;
create trigger changed_insert after insert on alert_configurations referencing new table as changed for each statement execute function notify_alert_configurations();
create trigger changed_update after update on alert_configurations referencing new table as changed for each statement execute function notify_alert_configurations();
create trigger changed_delete after delete on alert_configurations referencing old table as changed for each statement execute function notify_alert_configurations();
