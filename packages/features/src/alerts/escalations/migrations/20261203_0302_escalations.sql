-- Who is told next where nobody has taken an alert: the steps of a configuration, and for each incident what is planned and what became of it.
alter table alert_configurations add column escalation jsonb not null default '[]';
-- After how many minutes without anybody it was told; null: it was told at once.
alter table deliveries add column escalated_after integer;

-- planned: it will be looked at when due; escalated: told to `escalated_to`; ended: nobody was told, `reason` says why.
create table escalations (
  id bigint generated always as identity primary key,
  customer_id integer not null references customers,
  vehicle_id integer not null,
  incident_id uuid not null,
  configuration_id integer references alert_configurations on delete set null,
  step jsonb not null,
  language text not null,
  due_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'escalated', 'ended')),
  reason text,
  escalated_to text,
  ended_at timestamptz,
  foreign key (vehicle_id, incident_id) references incidents on delete cascade
);
create unique index escalations_once on escalations (incident_id, customer_id, step);
create index escalations_due on escalations (due_at) where state = 'planned';
create index escalations_incident on escalations (vehicle_id, incident_id);
create index escalations_configuration on escalations (configuration_id);
create trigger changed after update on escalations for each row execute function notify_changed();

-- The trail of an incident tells too what nobody said: that it was passed on. `until`: to when it was put off.
alter table incident_trail alter column said_by drop not null, add column until timestamptz;
alter table incident_trail drop constraint incident_trail_action_check;
alter table incident_trail add constraint incident_trail_action_check
  check (action in ('acknowledged', 'taken_back', 'assigned', 'snoozed', 'snooze_ended', 'escalated'));

create or replace function deliver_incidents() returns trigger language plpgsql as $$
begin
  with recipients as (
    select i.id as incident_id, i.updated_at as raised_at, c.* from raised i
    cross join lateral alert_recipients(i.vehicle_id, i.alert_id, i.customer_id, i.subject_id) c
    where not i.late
  ), added as (
    insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at)
    select customer_id, vehicle_id, incident_id, alert_id, id, alert_channel_id, destination, language, raised_at from recipients
    on conflict do nothing
  )
  insert into escalations (customer_id, vehicle_id, incident_id, configuration_id, step, language, due_at)
  select customer_id, vehicle_id, incident_id, id, step, language, raised_at + make_interval(mins => (step ->> 'minutes')::integer)
  from recipients cross join lateral jsonb_array_elements(escalation) step
  on conflict do nothing;
  return null;
end $$;
create or replace function deliver_incident_again() returns trigger language plpgsql as $$
begin
  insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at)
  select c.customer_id, c.vehicle_id, new.id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, new.updated_at
  from alert_recipients(new.vehicle_id, new.alert_id, new.customer_id, new.subject_id) c
  on conflict (incident_id, customer_id, alert_channel_id, destination) do update set state = 'waiting', fault = null, ended_at = null, created_at = excluded.created_at
    where deliveries.state = 'dropped';
  insert into escalations (customer_id, vehicle_id, incident_id, configuration_id, step, language, due_at)
  select c.customer_id, c.vehicle_id, new.id, c.id, step, c.language, new.updated_at + make_interval(mins => (step ->> 'minutes')::integer)
  from alert_recipients(new.vehicle_id, new.alert_id, new.customer_id, new.subject_id) c cross join lateral jsonb_array_elements(c.escalation) step
  on conflict (incident_id, customer_id, step) do update set state = 'planned', due_at = excluded.due_at, reason = null, ended_at = null
    where escalations.state = 'ended';
  return null;
end $$;
