-- What ends soon is looked for every minute.
create index vehicle_agreements_ends on vehicle_agreements (active_to) where active_to is not null;
