-- A hook that is off or pauses sends tests alone: they are found without a look at what waits.
create index webhook_events_tests on webhook_events (webhook_id, id) where state = 'waiting' and type = 'test';
-- An attempt goes with its event, and an event with its hook: a key of its own would only lock the hook's row for each attempt.
alter table webhook_attempts drop constraint webhook_attempts_webhook_id_fkey;
