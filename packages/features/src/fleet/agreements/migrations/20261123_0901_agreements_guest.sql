-- Whether an agreement belongs to another company than the vehicle: whose vehicles a company sees as a guest is found without a look at the agreements on its own, of which there may be tens of thousands.
alter table vehicle_agreements add column guest boolean;
update vehicle_agreements a set guest = a.customer_id <> v.customer_id from vehicles v where v.id = a.vehicle_id;
alter table vehicle_agreements alter column guest set not null;

create function vehicle_agreements_guest() returns trigger language plpgsql as $$
begin
  new.guest := new.customer_id <> (select v.customer_id from vehicles v where v.id = new.vehicle_id);
  return new;
end $$;
create trigger guest before insert or update of vehicle_id, customer_id on vehicle_agreements for each row execute function vehicle_agreements_guest();
create index vehicle_agreements_guests on vehicle_agreements (customer_id, vehicle_id) where guest;
