-- What became private after the fact: whatever was made of that time before shows what it may not show any more (reports/reports/standing.ts). Kept for as long as such things are.
create table private_changes (
  id bigint generated always as identity primary key,
  vehicle_id integer not null,
  period_from timestamptz not null,
  -- null: it goes on
  period_to timestamptz,
  -- by the database's own clock, and the transaction that wrote it
  at timestamptz not null default clock_timestamp(),
  written_by xid8 not null default pg_current_xact_id()
);
create index private_changes_at on private_changes (at);
insert into private_changes (vehicle_id, period_from, period_to, at) select vehicle_id, period_from, period_to, updated_at from private_trips;

create function private_trip_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.period_from < old.period_from or coalesce(new.period_to, 'infinity') > coalesce(old.period_to, 'infinity') then
    insert into private_changes (vehicle_id, period_from, period_to) values (new.vehicle_id, new.period_from, new.period_to);
  end if;
  return null;
end $$;
create trigger became_private after insert or update on private_trips for each row execute function private_trip_changed();

-- A turn to private makes what follows it private, up to the next turn; so does the loss of a turn back.
create function private_switch_changed() returns trigger language plpgsql as $$
declare
  turn private_switches;
begin
  if tg_op = 'DELETE' then turn := old; else turn := new; end if;
  if turn.is_private = (tg_op = 'DELETE') then return null; end if;
  insert into private_changes (vehicle_id, period_from, period_to)
    select turn.vehicle_id, turn.at, (select min(s.at) from private_switches s where s.vehicle_id = turn.vehicle_id and s.at > turn.at);
  return null;
end $$;
create trigger became_private after insert or update or delete on private_switches for each row execute function private_switch_changed();
