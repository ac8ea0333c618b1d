-- What writes with an Idempotency-Key answered: the same request with the same key within a day is answered alike.
create table answered_writes (
  user_id int not null references users (id) on delete cascade,
  key text not null,
  path text not null,
  record_id int not null,
  digest bytea not null,
  record json not null,
  etag text,
  made boolean not null,
  answered_at timestamptz not null,
  primary key (user_id, key)
);
create index answered_writes_by_record on answered_writes (path, record_id);
create index answered_writes_by_time on answered_writes (answered_at);
