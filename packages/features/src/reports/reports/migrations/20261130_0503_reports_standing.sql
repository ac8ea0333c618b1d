-- Of which vehicles a report tells, and by what right, so that it ends with it (reports/reports/standing.ts). `built_at`, `built_by`: when what it tells was read, by the database's own clock and order.
-- `told_as_guest`: [{agreements, vehicle_ids}]: of the vehicles of others, which agreements opened them; none named: any. `withdrawn`: why it has no files any more, though it had.
alter table reports
  add column told_vehicle_ids integer[],
  add column told_as_guest jsonb not null default '[]',
  add column tells_places boolean not null default true,
  add column built_at timestamptz,
  add column built_by pg_snapshot,
  add column withdrawn text check (withdrawn in ('private', 'agreement'));

update reports r set built_at = created_at, told_vehicle_ids = case
    when vehicle_id is not null then array[vehicle_id]
    when vehicle_ids is not null then vehicle_ids
    else array(select v.id from vehicles v where v.customer_id = r.customer_id
      or exists (select from vehicle_agreements a where a.vehicle_id = v.id and a.customer_id = r.customer_id)) end
  where hash is not null;
update reports r set told_as_guest = jsonb_build_array(jsonb_build_object('agreements', '[]'::jsonb, 'vehicle_ids', g.ids))
  from (select r.id, jsonb_agg(v.id) as ids from reports r join vehicles v on v.id = any(r.told_vehicle_ids) and v.customer_id <> r.customer_id group by r.id) g
  where r.id = g.id;
