-- Reports that are made by themselves. A fleet that goes leaves its schedule, which then says so; with a vehicle it goes once that is forgotten for good.
create table report_schedules (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  -- who made it, and is told when it fails
  user_id integer not null references users,
  name text not null,
  type text not null,
  services text not null,
  about text not null check (about in ('all', 'fleet', 'vehicle')),
  vehicle_id integer references vehicles,
  fleet_id integer references fleets on delete set null,
  every text not null check (every in ('day', 'week', 'month')),
  hour smallint not null check (hour between 0 and 23),
  recipients text[] not null check (cardinality(recipients) > 0),
  language text not null,
  active boolean not null default true,
  -- switched on, or given another rhythm: what was due before is not made
  since timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index report_schedules_customer on report_schedules (customer_id);
create index report_schedules_vehicle on report_schedules (vehicle_id);
create index report_schedules_fleet on report_schedules (fleet_id);
create trigger changed after insert or update or delete on report_schedules for each row execute function notify_changed();

-- One for each schedule and period, so that nothing is made twice.
create table report_schedule_runs (
  schedule_id integer not null references report_schedules on delete cascade,
  customer_id integer not null references customers,
  period_from timestamptz not null,
  period_to timestamptz not null,
  due_at timestamptz not null,
  state text not null check (state in ('making', 'sent', 'failed')),
  -- why it failed, as words: {key, values}
  error jsonb,
  report_id integer references reports on delete set null,
  -- in the outbox
  mail_ids integer[] not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (schedule_id, period_from)
);
create index report_schedule_runs_report on report_schedule_runs (report_id);
create index report_schedule_runs_making on report_schedule_runs (schedule_id) where state = 'making';
create trigger changed after insert or update or delete on report_schedule_runs for each row execute function notify_changed();
