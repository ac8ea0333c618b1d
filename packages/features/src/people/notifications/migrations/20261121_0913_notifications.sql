create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  type text not null check (type in ('user', 'report', 'other')),
  data jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create trigger changed after insert or update or delete on notifications for each row execute function notify_changed();
