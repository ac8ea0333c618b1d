create table examples (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  code text not null,
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index examples_code on examples (customer_id, upper(code));
create trigger changed after insert or update or delete on examples for each row execute function notify_changed();
