-- The outbox of alerts: what is to be told of an incident to whom, written in the incident's own transaction, by whatever door it came.
-- waiting: not yet in the outbox of mails; held: will be gathered with others; queued: in the outbox; sent; failed: for good; dropped: was not to be told any more, `fault` says why.
create table deliveries (
  id bigint generated always as identity primary key,
  customer_id integer not null references customers,
  vehicle_id integer not null references vehicles,
  incident_id uuid not null,
  alert_id smallint not null,
  configuration_id integer references alert_configurations on delete set null,
  alert_channel_id smallint not null,
  destination text not null,
  language text not null,
  state text not null default 'waiting' check (state in ('waiting', 'held', 'queued', 'sent', 'failed', 'dropped')),
  fault text,
  created_at timestamptz not null default now(),
  told_at timestamptz,
  digest boolean not null default false,
  mail_id integer references mails on delete set null,
  ended_at timestamptz
);
create unique index deliveries_once on deliveries (incident_id, customer_id, alert_channel_id, destination);
create index deliveries_waiting on deliveries (id) where state in ('waiting', 'held');
create index deliveries_told on deliveries (customer_id, alert_channel_id, destination, told_at) where told_at is not null;
create index deliveries_mail on deliveries (mail_id) where mail_id is not null;
create index deliveries_configuration on deliveries (configuration_id, id desc);
create index deliveries_vehicle on deliveries (vehicle_id);

-- One statement for a whole batch of incidents. One that was over for a while when it was found is told to nobody (`late`).
create function deliver_incidents() returns trigger language plpgsql as $$
begin
  insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at)
  select c.customer_id, c.vehicle_id, i.id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, i.updated_at
  from raised i join alert_configurations c on c.vehicle_id = i.vehicle_id and c.alert_id = i.alert_id
  where not i.late and (i.customer_id is null or i.customer_id = c.customer_id)
  on conflict do nothing;
  return null;
end $$;
create trigger deliver after insert on incidents referencing new table as raised for each statement execute function deliver_incidents();

-- Later data may open again what was over, or move its end to a moment ago: then it is told after all.
create function deliver_incident_again() returns trigger language plpgsql as $$
begin
  insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at)
  select c.customer_id, c.vehicle_id, new.id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, new.updated_at
  from alert_configurations c
  where c.vehicle_id = new.vehicle_id and c.alert_id = new.alert_id and (new.customer_id is null or new.customer_id = c.customer_id)
  on conflict (incident_id, customer_id, alert_channel_id, destination) do update set state = 'waiting', fault = null, ended_at = null, created_at = excluded.created_at
    where deliveries.state = 'dropped';
  return null;
end $$;
create trigger deliver_again after update of closed_at on incidents for each row
  when (old.closed_at is not null and new.closed_as is distinct from 'corrected'
    and (new.closed_at is null or (new.closed_at > old.closed_at and new.updated_at < new.closed_at + interval '15 minutes')))
  execute function deliver_incident_again();

-- How a message ended is how its deliveries ended; the outbox forgets it sooner than they do.
create function deliveries_of_mail() returns trigger language plpgsql as $$
begin
  update deliveries set fault = new.fault, ended_at = coalesce(new.sent_at, new.failed_at),
    state = case when new.sent_at is not null then 'sent' when new.failed_at is not null then 'failed' else 'queued' end
  where mail_id = new.id;
  return null;
end $$;
create trigger deliveries after update of attempts on mails for each row execute function deliveries_of_mail();
