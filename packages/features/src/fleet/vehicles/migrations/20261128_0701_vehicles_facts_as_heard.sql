-- What a vehicle was holds for what it had told by then: what is still to be heard of it, and everything of one that was never heard, is judged by what is said of it now.
create or replace function keep_vehicle_facts() returns trigger language plpgsql as $$
begin
  insert into vehicle_facts_before (vehicle_id, until, vehicle_type, configurations, tire_parameters)
  select old.id, least(now(), s.message_datetime + interval '1 millisecond'), old.vehicle_type, old.configurations, old.tire_parameters
  from vehicle_state s where s.vehicle_id = old.id and s.message_datetime is not null on conflict do nothing;
  return null;
end $$;
