-- Gateways that live, as they say themselves; a connection is open only while its gateway is here.
create table gateways (
  name text primary key,
  connections integer not null,
  alive_at timestamptz not null
);

-- Sign-ins of all gateways in one order, whatever their clocks say.
create sequence sign_ins;
alter table connections add column sign_in bigint not null default 0;
-- It was closed because its gateway was taken for dead: should that one say more of it, it is open after all.
alter table connections add column lost boolean not null default false;

-- `lost`: nobody was there to send it, or nobody has said so.
alter table device_commands drop constraint device_commands_state_check;
alter table device_commands add constraint device_commands_state_check check (state in ('queued', 'sent', 'answered', 'refused', 'invalid', 'offline', 'expired', 'lost'));
