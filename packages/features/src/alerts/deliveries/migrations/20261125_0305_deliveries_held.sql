-- What is gathered waits until then; a failure is told once to who made the configuration.
alter table deliveries add column held_until timestamptz, add column reported boolean not null default false;
create index deliveries_unreported on deliveries (id) where state = 'failed' and not reported;
-- Messages that failed and will be tried again: few, also where thousands lie in an outbox without a server.
create index mails_tried on mails (id) where attempts > 0 and sent_at is null and failed_at is null;
