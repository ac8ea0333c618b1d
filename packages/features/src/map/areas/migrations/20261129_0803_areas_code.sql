-- Codes that differ in the case of an accented letter alone are the same: the first of them keeps it.
update hubs r set code = r.code || '-' || r.id
where exists (select 1 from hubs o where o.customer_id = r.customer_id and o.id < r.id and caseless(o.code) = caseless(r.code));
drop index hubs_code;
create unique index hubs_code on hubs (customer_id, caseless(code));
update area_shapes s set code = a.code from hubs a where s.kind = 'hub' and s.area_id = a.id and s.valid_to is null and s.code <> a.code;
update pois r set code = r.code || '-' || r.id
where exists (select 1 from pois o where o.customer_id = r.customer_id and o.id < r.id and caseless(o.code) = caseless(r.code));
drop index pois_code;
create unique index pois_code on pois (customer_id, caseless(code));
update area_shapes s set code = a.code from pois a where s.kind = 'poi' and s.area_id = a.id and s.valid_to is null and s.code <> a.code;
