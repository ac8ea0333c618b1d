-- A company puts an incident off until a moment: until then its list of what is to be done leaves the incident out.
alter table incident_marks add column snoozed_until timestamptz;
alter table incident_marks add column snoozed_by integer;
