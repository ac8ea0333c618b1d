-- A report belongs to the customer; `ready` 0 being made, 1 ready, 2 failed. `vehicle_id` null: all vehicles that the customer sees; `vehicle` its plate as it was then.
create table reports (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  vehicle_id integer references vehicles on delete cascade,
  vehicle text,
  requested_by integer references users on delete set null,
  type text not null,
  services text not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  language text not null,
  ready smallint not null default 0 check (ready in (0, 1, 2)),
  error text,
  hash text,
  task_id uuid,
  idempotency_key text,
  request_digest bytea,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  updated_at timestamptz not null default now(),
  check (period_from < period_to),
  check ((ready = 1) or hash is null)
);
create index reports_customer on reports (customer_id, id desc);
create index reports_vehicle on reports (vehicle_id);
create index reports_kept on reports (ended_at) where hash is not null;
create index reports_made on reports (task_id) where ready = 0;
create unique index reports_task on reports (task_id);
create index reports_key on reports (requested_by, idempotency_key) where idempotency_key is not null;
create trigger changed after insert or update or delete on reports for each row execute function notify_changed();

-- A file in parts, so that nobody ever holds all of it; it is compressed already.
create table report_files (
  customer_id integer not null references customers,
  report_id integer not null references reports on delete cascade,
  file text not null check (file in ('xlsx', 'pdf', 'json')),
  part integer not null,
  bytes bytea not null,
  primary key (report_id, file, part)
);
alter table report_files alter column bytes set storage external;

-- Who has read it: each user for himself.
create table report_reads (
  user_id integer not null references users on delete cascade,
  report_id integer not null references reports on delete cascade,
  read_at timestamptz not null,
  primary key (report_id, user_id)
);
create index report_reads_user on report_reads (user_id);
create trigger changed after insert or update or delete on report_reads for each row execute function notify_changed();
