-- Saved views of lists: columns, order and filters under a name.
create table views (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  user_id integer not null references users on delete cascade,
  list text not null,
  name text not null,
  shared boolean not null,
  columns text[] not null,
  sort text,
  filters jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index views_name on views (user_id, customer_id, list, upper(name));
create index views_customer on views (customer_id, list);
create trigger changed after insert or update or delete on views for each row execute function notify_changed();
