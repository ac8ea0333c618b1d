-- What a customer's people say of an incident: who has taken note of it, a comment, whose it is now. An owner's and a guest's marks of one incident are each their own.
create unique index incidents_id on incidents (id);
create table incident_marks (
  customer_id integer not null,
  incident_id uuid not null,
  vehicle_id integer not null,
  acknowledged_by integer,
  acknowledged_at timestamptz,
  comment text,
  assigned_to integer,
  updated_at timestamptz not null,
  primary key (customer_id, incident_id),
  foreign key (vehicle_id, incident_id) references incidents on delete cascade,
  check ((acknowledged_by is null) = (acknowledged_at is null))
);
create index incident_marks_incident on incident_marks (vehicle_id, incident_id);
create trigger changed after insert or update on incident_marks for each row execute function notify_changed();

-- Who said what of it, and when. Rows are added and never changed; they go only with their incident or their customer.
create table incident_trail (
  id bigint generated always as identity primary key,
  customer_id integer not null,
  incident_id uuid not null,
  vehicle_id integer not null,
  at timestamptz not null,
  said_by integer not null,
  user_name text not null,
  action text not null check (action in ('acknowledged', 'taken_back', 'assigned')),
  comment text,
  -- null with `assigned`: nobody's any more
  assigned_to integer,
  assigned_name text,
  foreign key (vehicle_id, incident_id) references incidents on delete cascade
);
create index incident_trail_customer on incident_trail (customer_id, incident_id, id);
create index incident_trail_incident on incident_trail (vehicle_id, incident_id);
create function incident_trail_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the trail of an incident is not changed';
end $$;
create trigger stays before update on incident_trail for each row execute function incident_trail_stays();
