-- When the agreements of a customer on a vehicle last changed, also by what is no longer there: who lost sight of it, or of something of it, hears of it.
create table agreement_changes (
  vehicle_id integer not null references vehicles on delete cascade,
  customer_id integer not null references customers on delete cascade,
  at timestamptz not null,
  -- one of them had begun: the customer has seen the vehicle
  begun boolean not null,
  primary key (vehicle_id, customer_id)
);
create index agreement_changes_customer on agreement_changes (customer_id, at);

create function agreement_changed() returns trigger language plpgsql as $$
begin
  insert into agreement_changes (vehicle_id, customer_id, at, begun)
  select c.vehicle_id, c.customer_id, now(), bool_or(c.active_from <= now())
  from (values (old.vehicle_id, old.customer_id, old.active_from), (new.vehicle_id, new.customer_id, new.active_from)) c (vehicle_id, customer_id, active_from)
  where exists (select from vehicles v where v.id = c.vehicle_id) and exists (select from customers u where u.id = c.customer_id)
  group by c.vehicle_id, c.customer_id order by c.vehicle_id, c.customer_id
  on conflict (vehicle_id, customer_id) do update set at = excluded.at, begun = agreement_changes.begun or excluded.begun;
  return null;
end $$;
create trigger remembered after insert or update or delete on vehicle_agreements for each row execute function agreement_changed();
create trigger changed after insert or update on agreement_changes for each row execute function notify_changed();
