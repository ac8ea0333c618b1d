-- A hook that was removed is nobody's any more, and goes once its events are gone: a million of them in one transaction held whoever removed it for half a minute.
alter table webhooks add column removed_at timestamptz;
-- An event goes with its hook, also one that was sent: without it each removal looked through all.
create index webhook_events_webhook on webhook_events (webhook_id, id) where state <> 'waiting';
