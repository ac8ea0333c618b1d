-- What every table held at a place of the log of changes: a restore to it is compared with this.
create table backup_marks (
  id integer generated always as identity primary key,
  marked_at timestamptz not null,
  lsn text not null,
  -- the file of the log that holds the place
  segment text not null,
  -- table → rows, sum of their hashes
  tables jsonb not null
);
create index backup_marks_marked on backup_marks (marked_at desc);
