-- Which kind of data of which vehicle changed when: what a reader who polls is told (live.6). Positions and readings are not in it, for the newest of each stands in the
-- state of its vehicle. It is only added to, so that no writer waits for another.
create table vehicle_changes (
  vehicle_id integer not null,
  kind text not null,
  -- null: of interest to everybody who sees the vehicle
  customer_id integer,
  at timestamptz not null default clock_timestamp()
);
create index vehicle_changes_vehicle on vehicle_changes (vehicle_id, at);
create index vehicle_changes_at on vehicle_changes (at);
-- Whoever reads across this migration is told to read everything once.
insert into vehicle_changes (vehicle_id, kind)
  select v.id, k.kind from vehicles v, unnest(array['trip', 'alert', 'driver', 'command', 'service', 'sharing', 'position', 'private_times', 'past']) as k(kind)
  where v.deleted_at is null;

-- The time that a written row says of itself, by the clock of whoever wrote it; else the database's.
create function time_of_change(op text, written jsonb) returns timestamptz language sql as $$
  select case when op <> 'DELETE' then coalesce(written ->> 'updated_at', written ->> 'changed_at')::timestamptz end
$$;

-- Notes that the vehicles of the changed rows have other data of these kinds: once for each vehicle, however many rows a statement wrote.
create function note_vehicle_changes() returns trigger language plpgsql as $$
begin
  insert into vehicle_changes (vehicle_id, kind, at)
    select c.vehicle_id, k.kind, max(coalesce(time_of_change(tg_op, to_jsonb(c)), clock_timestamp())) from changed c, unnest(tg_argv) as k(kind) group by 1, 2;
  if tg_op = 'UPDATE' then
    -- What went to another vehicle is gone from this one.
    insert into vehicle_changes (vehicle_id, kind)
      select b.vehicle_id, k.kind from (select vehicle_id from before except select vehicle_id from changed) b, unnest(tg_argv) as k(kind);
  end if;
  return null;
end $$;

-- The same for rows that concern nobody but their customer.
create function note_customer_changes() returns trigger language plpgsql as $$
begin
  insert into vehicle_changes (vehicle_id, customer_id, kind, at)
    select c.vehicle_id, c.customer_id, k.kind, max(coalesce(time_of_change(tg_op, to_jsonb(c)), clock_timestamp())) from changed c, unnest(tg_argv) as k(kind) group by 1, 2, 3;
  return null;
end $$;

-- Private hours of a company concern all of its vehicles.
create function note_private_hours() returns trigger language plpgsql as $$
begin
  insert into vehicle_changes (vehicle_id, kind)
    select v.id, k.kind from vehicles v, unnest(tg_argv) as k(kind)
    where v.id in (select vehicle_id from changed where vehicle_id is not null)
      or v.customer_id in (select customer_id from changed where vehicle_id is null);
  return null;
end $$;

-- For the migration of a table with a column vehicle_id: its rows are these kinds of data.
create procedure rows_are_kinds(rows_of regclass, note regproc, variadic kinds text[]) language plpgsql as $$
declare
  arguments text := (select string_agg(quote_literal(kind), ', ') from unnest(kinds) as k(kind));
begin
  execute format('create trigger kinds_insert after insert on %s referencing new table as changed for each statement execute function %s(%s)', rows_of, note, arguments);
  execute format('create trigger kinds_update after update on %s referencing old table as before new table as changed for each statement execute function %s(%s)', rows_of, note, arguments);
  execute format('create trigger kinds_delete after delete on %s referencing old table as changed for each statement execute function %s(%s)', rows_of, note, arguments);
end $$;

call rows_are_kinds('trips', 'note_vehicle_changes', 'trip');
call rows_are_kinds('incidents', 'note_vehicle_changes', 'alert');
call rows_are_kinds('incident_marks', 'note_customer_changes', 'alert');
call rows_are_kinds('driver_activities', 'note_vehicle_changes', 'driver');
call rows_are_kinds('commands', 'note_vehicle_changes', 'command');
call rows_are_kinds('maintenance_entries', 'note_vehicle_changes', 'service');
call rows_are_kinds('agreement_changes', 'note_vehicle_changes', 'sharing');
-- What is private decides which places are shown.
call rows_are_kinds('private_trips', 'note_vehicle_changes', 'private_times', 'position', 'trip');
call rows_are_kinds('private_switches', 'note_vehicle_changes', 'private_times', 'position', 'trip');
call rows_are_kinds('private_hours', 'note_private_hours', 'private_times', 'position', 'trip');
-- Late records were derived once their mark is gone.
create trigger kinds_delete after delete on replays referencing old table as changed for each statement execute function note_vehicle_changes('past');
