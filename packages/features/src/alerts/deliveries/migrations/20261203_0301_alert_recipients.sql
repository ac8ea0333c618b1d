-- The configurations that tell of an incident. Deliveries are made of them, and whoever asks beforehand who would be told is answered by them too.
create function alert_recipients(of_vehicle integer, of_alert integer, of_customer integer, of_subject integer) returns setof alert_configurations language sql stable as $$
  select c.* from alert_configurations c
  where c.vehicle_id = of_vehicle and c.alert_id = of_alert and (of_customer is null or of_customer = c.customer_id)
    and names_area(c.hub_ids, c.poi_ids, of_alert, of_subject)
$$;

create or replace function deliver_incidents() returns trigger language plpgsql as $$
begin
  insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at)
  select c.customer_id, c.vehicle_id, i.id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, i.updated_at
  from raised i cross join lateral alert_recipients(i.vehicle_id, i.alert_id, i.customer_id, i.subject_id) c
  where not i.late
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
  return null;
end $$;
