-- What was given to the queue and how it ended; the queue itself (schema graphile_worker) forgets a task when it is done.
create table tasks (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  payload jsonb not null,
  customer_id integer references customers on delete cascade,
  user_id integer references users on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  attempts integer not null default 0,
  most_attempts integer not null,
  done integer,
  total integer,
  error text,
  cancel_requested_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index tasks_created on tasks (created_at);
-- Its readers see it advance, and the process that runs it hears that it is to stop.
create function notify_task_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', jsonb_strip_nulls(jsonb_build_object(
    'table', 'tasks', 'task_id', new.id, 'customer_id', new.customer_id, 'user_id', new.user_id, 'cancelled', new.cancel_requested_at is not null))::text);
  return null;
end $$;
create trigger changed after update on tasks for each row execute function notify_task_changed();

-- Processes that run tasks, with the names under which they take them: what a dead one had taken is given to others.
create table task_runners (
  id uuid primary key,
  workers text[] not null,
  seen_at timestamptz not null default now()
);

-- A mail is sent by a task; null: not yet given to the queue.
alter table mails add column task_id uuid;
drop index mails_waiting;
alter table mails drop column next_attempt_at;
create unique index mails_task on mails (task_id);
create index mails_waiting on mails (id) where sent_at is null and task_id is null;
