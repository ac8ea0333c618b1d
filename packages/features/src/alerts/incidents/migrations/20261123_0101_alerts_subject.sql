-- A customer's rule may be about a thing of its: an area. One incident a thing is open at a time.
alter table incidents add column subject_id integer;
-- What holds no longer than a time that is known beforehand ends then, also where no record comes.
alter table incidents add column until timestamptz;
drop index incidents_open;
create unique index incidents_open on incidents (vehicle_id, alert_id, coalesce(customer_id, 0), coalesce(subject_id, 0), origin) where closed_at is null;
create index incidents_ending on incidents (until) where closed_at is null and until is not null;
create index incidents_ended on incidents (vehicle_id, until) where until is not null;
create index incidents_subject on incidents (subject_id, alert_id) where closed_at is null and subject_id is not null;
