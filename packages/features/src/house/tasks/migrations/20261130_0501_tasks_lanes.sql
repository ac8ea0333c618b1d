-- Heavy work runs in lanes, in which companies take turns: `turn` orders the tasks of a lane (platform/queue.ts). null: no lane.
alter table tasks add column lane text, add column turn integer;
create index tasks_lane on tasks (lane, customer_id) where lane is not null and state in ('waiting', 'running');
update tasks set lane = 'reports', turn = 0 where kind = 'report' and state in ('waiting', 'running');

-- What somebody waits for who asked in a call: taken and removed by the process that answers the call, else forgotten by a job.
create table task_answers (
  task_id uuid primary key,
  answer text not null,
  created_at timestamptz not null default now()
);

-- Who waits for the end of a task hears of it, and who lists reports hears of reports alone.
create or replace function notify_task_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', jsonb_strip_nulls(jsonb_build_object(
    'table', 'tasks', 'task_id', new.id, 'customer_id', new.customer_id, 'user_id', new.user_id, 'cancelled', new.cancel_requested_at is not null,
    'kind', new.kind, 'ended', new.ended_at is not null))::text);
  return null;
end $$;
