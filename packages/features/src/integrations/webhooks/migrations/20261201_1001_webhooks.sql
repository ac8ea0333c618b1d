-- Web hooks, the events that wait for them, and every attempt to hand one over.
create table webhooks (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  -- Who made it: gets the mail when it is switched off.
  user_id integer references users on delete set null,
  url text not null,
  events text[] not null,
  vehicle_ids integer[],
  fleet_ids integer[],
  active boolean not null default true,
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  failing_since timestamptz,
  -- While nothing is taken: when the receiver is asked again.
  paused_until timestamptz,
  taken_at timestamptz,
  switched_off_by text check (switched_off_by in ('gone', 'failing', 'restored')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (cardinality(events) > 0),
  check ((old_secret is null) = (old_secret_until is null))
);
create index webhooks_customer on webhooks (customer_id);
create index webhooks_active on webhooks (id) where active;
-- What the sending notes of a hook is told to nobody: each such message makes every process forget shared answers.
create trigger changed after insert or delete or update of url, events, vehicle_ids, fleet_ids, active on webhooks for each row execute function notify_changed();

-- Which process sends the events of a hook. Times are the database's own.
create table webhook_leases (
  webhook_id integer primary key references webhooks on delete cascade,
  instance text not null,
  until timestamptz not null
);

-- `facts`: what of the record was so at the event and may be otherwise when it is sent. `body`: as it was sent first; every later attempt sends the same.
create table webhook_events (
  id bigint generated always as identity primary key,
  message_id uuid not null default gen_random_uuid(),
  webhook_id integer not null references webhooks on delete cascade,
  -- null: of no vehicle
  vehicle_id integer,
  type text not null,
  subject text not null,
  facts jsonb not null default '{}',
  at timestamptz not null,
  body text,
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  next_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  ended_at timestamptz,
  -- Events of one lane are sent one after another; tests wait for nothing.
  lane integer not null generated always as (case when type = 'test' then -1 else coalesce(vehicle_id, 0) end) stored,
  check ((state = 'waiting') = (ended_at is null))
);
create index webhook_events_waiting on webhook_events (webhook_id, id) where state = 'waiting';
create index webhook_events_retried on webhook_events (webhook_id, lane, next_at) where state = 'waiting' and attempts > 0;
create index webhook_events_ended on webhook_events (ended_at) where state <> 'waiting';

create table webhook_attempts (
  id integer generated always as identity primary key,
  event_id bigint not null references webhook_events on delete cascade,
  webhook_id integer not null references webhooks on delete cascade,
  at timestamptz not null,
  attempt integer not null,
  status smallint,
  fault text,
  duration integer not null,
  answer text
);
create index webhook_attempts_webhook on webhook_attempts (webhook_id, id desc);
create index webhook_attempts_event on webhook_attempts (event_id);

-- Of which silences of devices a hook was told.
create table webhook_silences (
  webhook_id integer not null references webhooks on delete cascade,
  device_id integer not null references devices on delete cascade,
  silent_since timestamptz not null,
  primary key (webhook_id, device_id)
);

-- The hooks that are told of an event of a vehicle: those of its owner and of its guests. Whether a guest may see what happened is decided when the event is sent.
create function webhooks_for(type text, vehicle integer, company integer, at timestamptz) returns setof integer language sql stable as $$
  select w.id from (
    select v.customer_id from vehicles v where v.id = vehicle
    union select a.customer_id from vehicle_agreements a where a.vehicle_id = vehicle and a.guest and (a.active_to is null or a.active_to > at)
  ) c join webhooks w on w.customer_id = c.customer_id
  where w.active and type = any(w.events) and (company is null or w.customer_id = company)
    and ((w.vehicle_ids is null and w.fleet_ids is null) or vehicle = any(w.vehicle_ids)
      or exists (select from fleet_vehicles f where f.customer_id = w.customer_id and f.vehicle_id = vehicle and f.fleet_id = any(w.fleet_ids)))
$$;
-- Without a hook that is on, a trigger asks this and nothing else.
create function any_webhook() returns boolean language sql stable as $$ select exists (select from webhooks where active) $$;

create function webhook_incidents_opened() returns trigger language plpgsql as $$
begin
  if not any_webhook() then return null; end if;
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, i.vehicle_id, e.type, i.id::text,
    case when e.type = 'incident.closed' then jsonb_build_object('closed_at', i.closed_at, 'closed_as', i.closed_as, 'late', i.late)
      else jsonb_build_object('closed_at', null, 'closed_as', null, 'late', i.late) end, i.updated_at
  from raised i
  cross join lateral (values ('incident.opened', 1),
    (case i.alert_id when 8 then 'area.entered' when 10 then 'area.entered' when 9 then 'area.left' when 11 then 'area.left' end, 2),
    (case when i.closed_at is not null then 'incident.closed' end, 3)) e (type, place)
  cross join lateral webhooks_for(e.type, i.vehicle_id, i.customer_id, i.updated_at) h
  where e.type is not null order by i.opened_at, i.id, e.place;
  return null;
end $$;
create trigger webhooks_opened after insert on incidents referencing new table as raised for each statement execute function webhook_incidents_opened();

create function webhook_incident_changed() returns trigger language plpgsql as $$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, new.vehicle_id, e.type, new.id::text, jsonb_build_object('closed_at', new.closed_at, 'closed_as', new.closed_as, 'late', new.late), new.updated_at
  from (select case when new.closed_at is null then 'incident.opened' else 'incident.closed' end) e (type)
  cross join lateral webhooks_for(e.type, new.vehicle_id, new.customer_id, new.updated_at) h
  where any_webhook();
  return null;
end $$;
create trigger webhooks_changed after update on incidents for each row
  when ((old.closed_at is null) <> (new.closed_at is null) or old.closed_as is distinct from new.closed_as) execute function webhook_incident_changed();

create function webhook_incident_acknowledged() returns trigger language plpgsql as $$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, at)
  select h, new.vehicle_id, 'incident.acknowledged', new.incident_id::text, new.updated_at
  from webhooks_for('incident.acknowledged', new.vehicle_id, new.customer_id, new.updated_at) h where any_webhook();
  return null;
end $$;
create trigger webhooks_marked after insert on incident_marks for each row when (new.acknowledged_at is not null) execute function webhook_incident_acknowledged();
create trigger webhooks_marked_again after update on incident_marks for each row
  when (old.acknowledged_at is null and new.acknowledged_at is not null) execute function webhook_incident_acknowledged();

create function webhook_trips_started() returns trigger language plpgsql as $$
begin
  if not any_webhook() then return null; end if;
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, t.vehicle_id, e.type, t.id::text, jsonb_build_object('period_to', case when e.type = 'trip.ended' then t.period_to end), t.updated_at
  from started t
  cross join lateral (values ('trip.started', 1), (case when t.period_to is not null then 'trip.ended' end, 2)) e (type, place)
  cross join lateral webhooks_for(e.type, t.vehicle_id, null, t.updated_at) h
  where e.type is not null and t.replaced_by is null order by t.period_from, e.place;
  return null;
end $$;
create trigger webhooks_started after insert on trips referencing new table as started for each statement execute function webhook_trips_started();
create function webhook_trip_ended() returns trigger language plpgsql as $$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, new.vehicle_id, 'trip.ended', new.id::text, jsonb_build_object('period_to', new.period_to), new.updated_at
  from webhooks_for('trip.ended', new.vehicle_id, null, new.updated_at) h where any_webhook();
  return null;
end $$;
create trigger webhooks_ended after update on trips for each row
  when (old.period_to is null and new.period_to is not null and new.replaced_by is null) execute function webhook_trip_ended();

create function webhook_command_changed() returns trigger language plpgsql as $$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, new.vehicle_id, 'command.changed', new.id::text, jsonb_build_object('status', new.status, 'reason', new.reason, 'answer', new.answer), new.changed_at
  from webhooks_for('command.changed', new.vehicle_id, null, new.changed_at) h where any_webhook();
  return null;
end $$;
create trigger webhooks_ordered after insert on commands for each row execute function webhook_command_changed();
create trigger webhooks_changed after update on commands for each row when (old.status <> new.status) execute function webhook_command_changed();

-- A report of all vehicles is told to hooks that name none.
create function webhook_report_ready() returns trigger language plpgsql as $$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, at)
  select w.id, new.vehicle_id, 'report.ready', new.id::text, new.updated_at
  from webhooks w where w.customer_id = new.customer_id and w.active and 'report.ready' = any(w.events)
    and ((w.vehicle_ids is null and w.fleet_ids is null) or new.vehicle_id = any(w.vehicle_ids)
      or exists (select from fleet_vehicles f where f.customer_id = w.customer_id and f.vehicle_id = new.vehicle_id and f.fleet_id = any(w.fleet_ids)));
  return null;
end $$;
create trigger webhooks_ready after update on reports for each row when (old.ready <> 1 and new.ready = 1) execute function webhook_report_ready();

-- The holder is told also of what it holds no more.
create function webhook_agreement_changed() returns trigger language plpgsql as $$
declare
  r vehicle_agreements := case when tg_op = 'DELETE' then old else new end;
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select w.id, r.vehicle_id, 'agreement.changed', r.id::text,
    jsonb_build_object('change', case tg_op when 'INSERT' then 'made' when 'UPDATE' then 'changed' else 'removed' end, 'customer_id', r.customer_id, 'guest', r.guest,
      'agreement_id', r.agreement_id, 'active_from', r.active_from, 'active_to', r.active_to), now()
  from webhooks w
  where any_webhook() and w.customer_id in (r.customer_id, (select v.customer_id from vehicles v where v.id = r.vehicle_id)) and w.active and 'agreement.changed' = any(w.events)
    and ((w.vehicle_ids is null and w.fleet_ids is null) or r.vehicle_id = any(w.vehicle_ids)
      or exists (select from fleet_vehicles f where f.customer_id = w.customer_id and f.vehicle_id = r.vehicle_id and f.fleet_id = any(w.fleet_ids)));
  return null;
end $$;
create trigger webhooks_changed after insert or update or delete on vehicle_agreements for each row execute function webhook_agreement_changed();
