-- What tyres were measured against is kept until it was changed, as types and configurations are: a replay sees each record's own time.
alter table vehicle_facts_before add column tire_parameters jsonb;
create or replace function keep_vehicle_facts() returns trigger language plpgsql as $$
begin
  insert into vehicle_facts_before (vehicle_id, until, vehicle_type, configurations, tire_parameters)
  values (old.id, now(), old.vehicle_type, old.configurations, old.tire_parameters) on conflict do nothing;
  return null;
end $$;
drop trigger facts_before on vehicles;
create trigger facts_before after update on vehicles for each row
  when (old.vehicle_type is distinct from new.vehicle_type or old.configurations is distinct from new.configurations or old.tire_parameters is distinct from new.tire_parameters)
  execute function keep_vehicle_facts();
