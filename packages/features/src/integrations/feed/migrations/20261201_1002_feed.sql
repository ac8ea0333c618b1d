-- The order in which rows were committed, for the feed. A reader numbers what was committed since the last reading: `place` is the order of commit.
create table arrivals (
  id bigint generated always as identity primary key,
  -- 1 positions, 2 readings
  feed smallint not null,
  at timestamptz not null default clock_timestamp(),
  place bigint,
  -- Of the rows of one transaction (telemetry/pipeline/arrivals.ts).
  keys bytea not null
);
create sequence arrival_places;
create index arrivals_unplaced on arrivals (feed, id) where place is null;
create index arrivals_placed on arrivals (feed, place) where place is not null;
create index arrivals_at on arrivals (at);

-- Trips and incidents have one row each, which moves to the end when they change. `customer_id` 0: it changed for everybody, else for that customer.
create table changed_records (
  -- 3 trips, 4 incidents
  feed smallint not null,
  vehicle_id integer not null,
  record_id uuid not null,
  customer_id integer not null default 0,
  at timestamptz not null default clock_timestamp(),
  place bigint,
  primary key (feed, vehicle_id, record_id, customer_id)
);
create index changed_records_unplaced on changed_records (feed, at) where place is null;
create index changed_records_placed on changed_records (feed, place) where place is not null;
create index changed_records_at on changed_records (feed, at);

create function note_record_change() returns trigger language plpgsql as $$
begin
  insert into changed_records (feed, vehicle_id, record_id) values (tg_argv[0]::smallint, new.vehicle_id, new.id)
  on conflict (feed, vehicle_id, record_id, customer_id) do update set at = clock_timestamp(), place = null;
  return null;
end $$;
create trigger arrived after insert on trips for each row execute function note_record_change('3');
create trigger arrived_again after update on trips for each row
  when ((old.period_from, old.period_to, old.start_latitude, old.start_longitude, old.end_latitude, old.end_longitude, old.distance, old.max_speed, old.replaced_by)
    is distinct from (new.period_from, new.period_to, new.start_latitude, new.start_longitude, new.end_latitude, new.end_longitude, new.distance, new.max_speed, new.replaced_by))
  execute function note_record_change('3');
create trigger arrived after insert on incidents for each row execute function note_record_change('4');
create trigger arrived_again after update on incidents for each row
  when ((old.opened_at, old.closed_at, old.closed_as, old.late, old.data, old.gps_datetime, old.latitude_e7, old.longitude_e7)
    is distinct from (new.opened_at, new.closed_at, new.closed_as, new.late, new.data, new.gps_datetime, new.latitude_e7, new.longitude_e7))
  execute function note_record_change('4');

create function note_incident_mark() returns trigger language plpgsql as $$
begin
  insert into changed_records (feed, vehicle_id, record_id, customer_id) values (4, new.vehicle_id, new.incident_id, new.customer_id)
  on conflict (feed, vehicle_id, record_id, customer_id) do update set at = clock_timestamp(), place = null;
  return null;
end $$;
create trigger arrived after insert or update on incident_marks for each row execute function note_incident_mark();

insert into changed_records (feed, vehicle_id, record_id, at) select 3, vehicle_id, id, updated_at from trips where updated_at > now() - interval '8 days';
insert into changed_records (feed, vehicle_id, record_id, at) select 4, vehicle_id, id, updated_at from incidents where updated_at > now() - interval '8 days';

-- Signs the cursors, so that none can be made up.
create table feed_key (key bytea not null);
insert into feed_key values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
