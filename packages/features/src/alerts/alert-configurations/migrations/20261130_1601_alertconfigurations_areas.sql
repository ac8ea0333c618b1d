-- A configuration may name the areas of which it tells; both empty: all. Two that differ in areas are two.
alter table alert_configurations add column hub_ids integer[] not null default '{}', add column poi_ids integer[] not null default '{}';
drop index alert_configurations_same;
create unique index alert_configurations_same on alert_configurations (customer_id, vehicle_id, alert_id, alert_channel_id, destination, hub_ids, poi_ids);

-- Whether an incident is about an area that a configuration names (`namesArea` of alerts/incidents says the same). Of a stay (39) a point of interest is the negative of its id.
create function names_area(hub_ids integer[], poi_ids integer[], alert_id integer, subject_id integer) returns boolean language sql immutable as $$
  select (cardinality(hub_ids) = 0 and cardinality(poi_ids) = 0)
    or coalesce(case when alert_id in (10, 11) or subject_id < 0 then abs(subject_id) = any(poi_ids) else subject_id = any(hub_ids) end, false)
$$;

create or replace function deliver_incidents() returns trigger language plpgsql as $$
begin
  insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at)
  select c.customer_id, c.vehicle_id, i.id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, i.updated_at
  from raised i join alert_configurations c on c.vehicle_id = i.vehicle_id and c.alert_id = i.alert_id
  where not i.late and (i.customer_id is null or i.customer_id = c.customer_id) and names_area(c.hub_ids, c.poi_ids, i.alert_id, i.subject_id)
  on conflict do nothing;
  return null;
end $$;
create or replace function deliver_incident_again() returns trigger language plpgsql as $$
begin
  insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at)
  select c.customer_id, c.vehicle_id, new.id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, new.updated_at
  from alert_configurations c
  where c.vehicle_id = new.vehicle_id and c.alert_id = new.alert_id and (new.customer_id is null or new.customer_id = c.customer_id)
    and names_area(c.hub_ids, c.poi_ids, new.alert_id, new.subject_id)
  on conflict (incident_id, customer_id, alert_channel_id, destination) do update set state = 'waiting', fault = null, ended_at = null, created_at = excluded.created_at
    where deliveries.state = 'dropped';
  return null;
end $$;

-- A removed area is named no more. A configuration goes with the last area that it names, for without one it would tell of all; it goes too where it would become the same as another.
create function without_areas(ids integer[], gone integer[]) returns integer[] language sql immutable as $$
  select array(select id from unnest(ids) id where id <> all (gone) order by id)
$$;
create function forget_areas() returns trigger language plpgsql as $$
declare
  hubs integer[] := case tg_table_name when 'hubs' then array(select id from removed) else '{}' end;
  pois integer[] := case tg_table_name when 'pois' then array(select id from removed) else '{}' end;
  customers integer[] := array(select distinct customer_id from removed);
begin
  with remaining as (
    select c.id, c.customer_id, c.vehicle_id, c.alert_id, c.alert_channel_id, c.destination,
      without_areas(c.hub_ids, hubs) as hub_ids, without_areas(c.poi_ids, pois) as poi_ids
    from alert_configurations c where c.customer_id = any (customers) and (c.hub_ids && hubs or c.poi_ids && pois)
  ), numbered as (
    select r.*, row_number() over (partition by customer_id, vehicle_id, alert_id, alert_channel_id, destination, hub_ids, poi_ids order by id) as n
    from remaining r
  )
  delete from alert_configurations c using numbered r
  where c.id = r.id and (r.n > 1 or (r.hub_ids = '{}' and r.poi_ids = '{}') or exists (
    select from alert_configurations o
    where (o.customer_id, o.vehicle_id, o.alert_id, o.alert_channel_id, o.destination, o.hub_ids, o.poi_ids)
      = (r.customer_id, r.vehicle_id, r.alert_id, r.alert_channel_id, r.destination, r.hub_ids, r.poi_ids)));
  update alert_configurations c set hub_ids = without_areas(hub_ids, hubs), poi_ids = without_areas(poi_ids, pois)
  where c.customer_id = any (customers) and (c.hub_ids && hubs or c.poi_ids && pois);
  return null;
end $$;
create trigger alert_configurations after delete on hubs referencing old table as removed for each statement execute function forget_areas();
create trigger alert_configurations after delete on pois referencing old table as removed for each statement execute function forget_areas();
