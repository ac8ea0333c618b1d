-- Who runs the installation looks at a company's data: never without a reason, which the company reads.
create table visits (
  id integer generated always as identity primary key,
  -- whose data they are
  customer_id integer not null,
  user_id integer not null,
  reason text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz,
  -- how often the data were looked at, and when at last
  looks integer not null default 0,
  looked_at timestamptz
);
create index visits_newest on visits (customer_id, opened_at desc);
