create table users (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  name text not null,
  email text not null,
  role text not null check (role in ('view', 'edit', 'control', 'printing')),
  language text not null default 'it' check (language in ('it', 'en', 'es', 'de')),
  password_hash text,
  password_changed_at timestamptz not null default now(),
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_customer on users (customer_id);
create trigger changed after insert or update or delete on users for each row execute function notify_changed();
