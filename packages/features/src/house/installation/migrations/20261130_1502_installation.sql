-- What is said once for the whole installation: one row. The set-up is open until it was done or anybody outside of the demo was made, by whatever way, and it never opens again.
create table installation (
  id boolean primary key default true check (id),
  -- SHA-256 of the token that opens the set-up
  setup_token bytea,
  setup_done_at timestamptz,
  demo_kept_at timestamptz,
  demo_removed_at timestamptz,
  map text not null default 'essential' check (map in ('essential', 'streets')),
  -- of providers without a company
  timezone text
);
insert into installation (setup_done_at)
select case when exists (select 1 from users u left join customers c on c.id = u.customer_id where c.demo is not true) then now() end;

create function notify_installation() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', '{"table": "installation"}');
  return null;
end $$;
create trigger changed after update on installation for each row execute function notify_installation();

create function close_setup() returns trigger language plpgsql as $$
begin
  update installation set setup_done_at = now(), setup_token = null
  where setup_done_at is null and not exists (select 1 from customers where id = new.customer_id and demo);
  return null;
end $$;
create trigger close_setup after insert on users for each row execute function close_setup();
