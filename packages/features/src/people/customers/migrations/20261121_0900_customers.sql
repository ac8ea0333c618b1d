-- Companies that own vehicles; they form a tree. Deleting is soft for 30 days.
create table customers (
  id integer generated always as identity primary key,
  parent_id integer references customers,
  name text not null,
  vat_id text,
  address text,
  city text,
  zip_code text,
  region text,
  email text,
  phone text,
  timezone text not null default 'Europe/Rome',
  configurations jsonb not null default '{}',
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index customers_parent on customers (parent_id);

-- Every change of who may see what is told to all processes at once; they forget what they remembered.
create function notify_changed() returns trigger language plpgsql as $$
declare
  r jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('changed', jsonb_strip_nulls(jsonb_build_object(
    'table', tg_table_name, 'id', r -> 'id', 'customer_id', r -> 'customer_id', 'vehicle_id', r -> 'vehicle_id', 'device_id', r -> 'device_id', 'user_id', r -> 'user_id'))::text);
  return null;
end $$;
create trigger changed after insert or update or delete on customers for each row execute function notify_changed();
