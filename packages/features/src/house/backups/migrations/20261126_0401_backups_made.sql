-- The backups that are known to be whole: made by the command line, told of by what backs up an external database, or proven by restoring one. For the age of the last one.
create table backups (
  id integer generated always as identity primary key,
  -- the second whose rows it holds
  marked_at timestamptz not null,
  kept_at timestamptz not null default now(),
  -- 'file', 'told' or 'restored'
  way text not null check (way in ('file', 'told', 'restored')),
  place text not null
);
create index backups_marked on backups (marked_at desc);
