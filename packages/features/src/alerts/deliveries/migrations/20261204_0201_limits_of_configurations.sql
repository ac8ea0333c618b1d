-- Limits of one configuration: minutes after which it tells of a stay, and the hours in which what it tells of began; null: those of the vehicle.
alter table alert_configurations add column threshold integer check (threshold > 0), add column schedule jsonb;
drop index alert_configurations_same;
create unique index alert_configurations_same on alert_configurations (customer_id, vehicle_id, alert_id, alert_channel_id, destination, hub_ids, poi_ids, (coalesce(threshold, 0)), (coalesce(schedule::text, '')));
-- A delivery that is not due yet waits; where its incident ends before, it is dropped.
alter table deliveries add column due_at timestamptz;

-- Whether a moment lies within weekly hours, days 1 Monday to 7 Sunday; hours that do not end after they begin end on the next day.
create function within_hours(schedule jsonb, moment timestamptz, zone_name text) returns boolean language sql stable as $$
  select exists (
    select from jsonb_array_elements(schedule) h,
      lateral (select moment at time zone zone_name as clock_time) z,
      lateral (select extract(isodow from clock_time)::integer as day, to_char(clock_time, 'HH24:MI') as clock) c
    where case when h ->> 'to' > h ->> 'from' then h -> 'days' @> to_jsonb(c.day) and c.clock >= h ->> 'from' and c.clock < h ->> 'to'
      else h -> 'days' @> to_jsonb(c.day) and c.clock >= h ->> 'from' or h -> 'days' @> to_jsonb((c.day + 5) % 7 + 1) and c.clock < h ->> 'to' end)
$$;
-- The recipients of an incident that began at a moment, each with the time from which it is to be told.
create function incident_recipients(of_vehicle integer, of_alert integer, of_customer integer, of_subject integer, began timestamptz, data jsonb)
returns table (customer_id integer, vehicle_id integer, alert_id smallint, id integer, alert_channel_id smallint, destination text, language text, escalation jsonb, due_at timestamptz) language sql stable as $$
  select c.customer_id, c.vehicle_id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, c.escalation, t.due_at
  from alert_recipients(of_vehicle, of_alert, of_customer, of_subject) c join customers k on k.id = c.customer_id,
    lateral (select (data ->> 'arrived_at')::timestamptz + make_interval(mins => coalesce(c.threshold, (data ->> 'minutes')::integer)) as due_at) t
  where c.schedule is null or within_hours(c.schedule, began, k.timezone)
  order by t.due_at nulls first, c.id
$$;

create or replace function deliver_incidents() returns trigger language plpgsql as $$
begin
  with recipients as (
    select i.id as incident_id, i.updated_at as raised_at, c.* from raised i
    cross join lateral incident_recipients(i.vehicle_id, i.alert_id, i.customer_id, i.subject_id, i.opened_at, i.data) c
    where not i.late
  ), added as (
    insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at, due_at)
    select customer_id, vehicle_id, incident_id, alert_id, id, alert_channel_id, destination, language, raised_at, due_at
    from recipients order by due_at nulls first, id
    on conflict do nothing
  )
  insert into escalations (customer_id, vehicle_id, incident_id, configuration_id, step, language, due_at)
  select customer_id, vehicle_id, incident_id, id, step, language, greatest(raised_at, due_at) + make_interval(mins => (step ->> 'minutes')::integer)
  from recipients cross join lateral jsonb_array_elements(escalation) step
  on conflict do nothing;
  return null;
end $$;
create or replace function deliver_incident_again() returns trigger language plpgsql as $$
begin
  insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at, due_at)
  select distinct on (c.customer_id, c.alert_channel_id, c.destination)
    c.customer_id, c.vehicle_id, new.id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, new.updated_at, c.due_at
  from incident_recipients(new.vehicle_id, new.alert_id, new.customer_id, new.subject_id, new.opened_at, new.data) c
  order by c.customer_id, c.alert_channel_id, c.destination, c.due_at nulls first
  on conflict (incident_id, customer_id, alert_channel_id, destination) do update set state = 'waiting', fault = null, ended_at = null, created_at = excluded.created_at, due_at = excluded.due_at
    where deliveries.state = 'dropped';
  insert into escalations (customer_id, vehicle_id, incident_id, configuration_id, step, language, due_at)
  select distinct on (c.customer_id, step)
    c.customer_id, c.vehicle_id, new.id, c.id, step, c.language, greatest(new.updated_at, c.due_at) + make_interval(mins => (step ->> 'minutes')::integer)
  from incident_recipients(new.vehicle_id, new.alert_id, new.customer_id, new.subject_id, new.opened_at, new.data) c cross join lateral jsonb_array_elements(c.escalation) step
  order by c.customer_id, step, c.due_at nulls first
  on conflict (incident_id, customer_id, step) do update set state = 'planned', due_at = excluded.due_at, reason = null, ended_at = null
    where escalations.state = 'ended';
  return null;
end $$;

-- A removed area makes no two configurations the same: those that differ in their limits stay two.
create or replace function forget_areas() returns trigger language plpgsql as $$
declare
  hubs integer[] := case tg_table_name when 'hubs' then array(select id from removed) else '{}' end;
  pois integer[] := case tg_table_name when 'pois' then array(select id from removed) else '{}' end;
  customers integer[] := array(select distinct customer_id from removed);
begin
  with remaining as (
    select c.id, c.customer_id, c.vehicle_id, c.alert_id, c.alert_channel_id, c.destination, c.threshold, c.schedule,
      without_areas(c.hub_ids, hubs) as hub_ids, without_areas(c.poi_ids, pois) as poi_ids
    from alert_configurations c where c.customer_id = any (customers) and (c.hub_ids && hubs or c.poi_ids && pois)
  ), numbered as (
    select r.*, row_number() over (partition by customer_id, vehicle_id, alert_id, alert_channel_id, destination, hub_ids, poi_ids, threshold, schedule order by id) as n
    from remaining r
  )
  delete from alert_configurations c using numbered r
  where c.id = r.id and (r.n > 1 or (r.hub_ids = '{}' and r.poi_ids = '{}') or exists (
    select from alert_configurations o
    where (o.customer_id, o.vehicle_id, o.alert_id, o.alert_channel_id, o.destination, o.hub_ids, o.poi_ids)
      = (r.customer_id, r.vehicle_id, r.alert_id, r.alert_channel_id, r.destination, r.hub_ids, r.poi_ids)
      and o.threshold is not distinct from r.threshold and o.schedule is not distinct from r.schedule));
  update alert_configurations c set hub_ids = without_areas(hub_ids, hubs), poi_ids = without_areas(poi_ids, pois)
  where c.customer_id = any (customers) and (c.hub_ids && hubs or c.poi_ids && pois);
  return null;
end $$;
