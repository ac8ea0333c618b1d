-- Codes that differ in the case of an accented letter alone are the same: the first of them keeps it.
update fleets r set code = r.code || '-' || r.id
where exists (select 1 from fleets o where o.customer_id = r.customer_id and o.id < r.id and caseless(o.code) = caseless(r.code));
drop index fleets_code;
create unique index fleets_code on fleets (customer_id, caseless(code));
