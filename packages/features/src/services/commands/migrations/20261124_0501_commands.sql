-- What people asked vehicles to do, and what became of it. `text` null: the device has none for it.
create table commands (
  id integer generated always as identity primary key,
  vehicle_id integer not null references vehicles,
  device_id integer not null references devices,
  action text not null,
  -- commands of one action that are one kind: the compartment
  same text not null,
  args jsonb not null,
  text text,
  command_data jsonb not null,
  ordered_by integer not null,
  user_name text not null,
  idempotency_key text,
  message_datetime timestamptz not null,
  expires_at timestamptz not null,
  status smallint not null check (status between 1 and 7),
  reason text,
  answer text,
  changed_at timestamptz not null,
  -- its row of device_commands once it was given to the gateway
  given_as uuid unique
);
-- one at a time per device, whoever sends
create unique index commands_given on commands (device_id) where given_as is not null and status in (1, 4);
create index commands_open on commands (device_id, id) where status in (1, 4);
create index commands_vehicle on commands (vehicle_id, message_datetime, id);
create index commands_device on commands (device_id);
create index commands_key on commands (ordered_by, idempotency_key) where idempotency_key is not null;

-- The trail: who asked for what, and every status after it. Rows are added by the database itself and never changed; they go only with their vehicle.
create table command_trail (
  id bigint generated always as identity primary key,
  command_id integer not null references commands on delete cascade,
  at timestamptz not null,
  status smallint not null,
  reason text,
  answer text,
  ordered_by integer not null,
  user_name text not null,
  action text not null,
  args jsonb not null,
  text text
);
create index command_trail_command on command_trail (command_id, id);

create function command_told() returns trigger language plpgsql as $$
begin
  insert into command_trail (command_id, at, status, reason, answer, ordered_by, user_name, action, args, text)
  values (new.id, new.changed_at, new.status, new.reason, new.answer, new.ordered_by, new.user_name, new.action, new.args, new.text);
  return null;
end $$;
create trigger told after insert on commands for each row execute function command_told();
create trigger told_again after update on commands for each row when (old.status <> new.status) execute function command_told();

create function commands_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.vehicle_id, new.device_id, new.action, new.same, new.args, new.text, new.command_data, new.ordered_by, new.user_name, new.message_datetime)
      is distinct from (old.id, old.vehicle_id, old.device_id, old.action, old.same, old.args, old.text, old.command_data, old.ordered_by, old.user_name, old.message_datetime)
      or old.status not in (1, 4) then
      raise exception 'what was ordered is not changed';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' and exists (
    select from vehicles v join customers c on c.id = v.customer_id where v.id = old.vehicle_id and (v.deleted_at is not null or c.deleted_at is not null or c.demo)) then
    return old;
  end if;
  raise exception 'what was ordered stays as long as its vehicle';
end $$;
create trigger stay before update or delete on commands for each row execute function commands_stay();
create trigger stay_whole before truncate on commands for each statement execute function commands_stay();

create function command_trail_stays() returns trigger language plpgsql as $$
begin
  -- with its command, when the vehicle is forgotten
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'the trail of commands is not changed';
end $$;
create trigger stay before update or delete on command_trail for each row execute function command_trail_stays();
create trigger stay_whole before truncate on command_trail for each statement execute function command_trail_stays();
