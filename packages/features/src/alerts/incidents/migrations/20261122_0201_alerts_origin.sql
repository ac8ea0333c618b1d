-- Who raised an incident: a record of the vehicle, or a job that looks at dates and at what is missing. Each clears only its own, and a replay touches those of records alone.
alter table incidents add column origin text not null default 'records' check (origin in ('records', 'jobs'));
alter table incidents alter column origin drop default;
alter table incidents alter column raised_by drop not null;
alter table incidents add constraint incidents_raised_by check ((origin = 'records') = (raised_by is not null));
drop index incidents_open;
create unique index incidents_open on incidents (vehicle_id, alert_id, coalesce(customer_id, 0), origin) where closed_at is null;
create index incidents_open_of_jobs on incidents (alert_id) where closed_at is null and origin = 'jobs';
