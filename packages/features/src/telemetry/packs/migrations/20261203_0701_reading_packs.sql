-- The readings of a vehicle's UTC day of one kind in one row, when the day is long over. What comes late for such a day lies in `readings` until it is packed in.
-- `data` holds columns as JSON, which PostgreSQL compresses and reads by itself:
--   unit    what times are counted in, microseconds
--   times   of each reading, the difference to the one before it; the first to the begin of the day
--   seqs    of each reading
--   shapes  of each reading, its place in `forms`, from 0
--   forms   {names, values}: the names of an object's fields in their order, and for each field its values in the order of the readings of this form;
--           names null: values are the readings themselves
-- The checksum is the first eight bytes of SHA-256 of the text.
create table reading_packs (
  day date not null,
  vehicle_id integer not null,
  kind text not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  checksum bytea not null,
  data json not null,
  primary key (vehicle_id, kind, day)
);
-- What has passed its term: days are added in their order, so that an index of ranges is small.
create index reading_packs_day on reading_packs using brin (day);

-- The readings of a pack in order. A pack whose checksum differs is not read.
create function unpack_readings(pack reading_packs) returns table (message_datetime timestamptz, seq smallint, data json) language plpgsql immutable as $$
declare
  begins timestamptz := (pack).day::timestamp at time zone 'UTC';
  tick interval;
  content json := (pack).data;
begin
  if substr(sha256(convert_to(content::text, 'UTF8')), 1, 8) <> (pack).checksum then
    raise exception 'the packed readings of vehicle % (%) on % cannot be read: they have changed', (pack).vehicle_id, (pack).kind, (pack).day using errcode = 'data_corrupted';
  end if;
  tick := (content ->> 'unit')::bigint * interval '1 microsecond';
  return query
    with listed as (
      select e.n, sum(e.step::bigint) over (order by e.n) as ticks, e.seq::smallint as seq, e.shape::integer as shape, row_number() over (partition by e.shape order by e.n) as place
      from rows from (json_array_elements_text(content -> 'times'), json_array_elements_text(content -> 'seqs'), json_array_elements_text(content -> 'shapes')) with ordinality e (step, seq, shape, n)),
    -- materialized, as each access to a member reads the whole text
    forms as materialized (
      select f.n::integer - 1 as shape, json_typeof(f.form -> 'names') = 'array' as is_object, f.form -> 'names' as names, f.form -> 'values' as lists
      from json_array_elements(content -> 'forms') with ordinality f (form, n)),
    fields as materialized (
      select f.shape, f.is_object, name.text::text as name, name.n, f.lists -> (name.n::integer - 1) as list
      from forms f cross join lateral json_array_elements(case when f.is_object then f.names else '[null]' end) with ordinality name (text, n)),
    objects as (
      select f.shape, v.place, f.is_object, string_agg(f.name || ':' || v.value::text, ',' order by f.n) as fields, min(v.value::text) as whole
      from fields f cross join lateral json_array_elements(f.list) with ordinality v (value, place)
      group by 1, 2, 3)
    select begins + l.ticks * tick, l.seq, (case when o.shape is null then '{}' when o.is_object then '{' || o.fields || '}' else o.whole end)::json
    from listed l left join objects o on o.shape = l.shape and o.place = l.place order by l.n;
end $$;

-- The readings of a kind within a time, both ends included, in no order.
create function readings_of(vehicle integer, of_kind text, since timestamptz, until timestamptz) returns table (message_datetime timestamptz, seq smallint, data json) language sql stable as $$
  select r.message_datetime, r.seq, r.data from readings r where r.vehicle_id = vehicle and r.kind = of_kind and r.message_datetime >= since and r.message_datetime <= until
  union all
  select u.message_datetime, u.seq, u.data from reading_packs k cross join lateral unpack_readings(k) u
  where k.vehicle_id = vehicle and k.kind = of_kind and k.day >= (since at time zone 'UTC')::date and k.day <= (until at time zone 'UTC')::date
    and k.first_at <= until and k.last_at >= since and u.message_datetime >= since and u.message_datetime <= until
$$;

-- The last reading before a moment that has a field; no field: any.
create function reading_before(vehicle integer, of_kind text, moment timestamptz, field text default null) returns table (message_datetime timestamptz, seq smallint, data json) language plpgsql stable as $$
declare
  newest record;
  packed record;
  pack reading_packs;
begin
  select null::timestamptz as message_datetime, null::smallint as seq, null::json as data into packed;
  select r.message_datetime, r.seq, r.data into newest from readings r
    where r.vehicle_id = vehicle and r.kind = of_kind and r.message_datetime < moment and (field is null or r.data ->> field is not null)
    order by r.message_datetime desc, r.seq desc limit 1;
  for pack in select * from reading_packs k
    where k.vehicle_id = vehicle and k.kind = of_kind and k.first_at < moment and k.last_at >= coalesce(newest.message_datetime, '-infinity') order by k.day desc
  loop
    select u.message_datetime, u.seq, u.data into packed from unpack_readings(pack) u
      where u.message_datetime < moment and (field is null or u.data ->> field is not null) order by u.message_datetime desc, u.seq desc limit 1;
    exit when packed.message_datetime is not null;
  end loop;
  if newest.message_datetime is null or (packed.message_datetime, packed.seq) > (newest.message_datetime, newest.seq) then newest := packed; end if;
  if newest.message_datetime is not null then
    return query select newest.message_datetime, newest.seq, newest.data;
  end if;
end $$;

-- The first reading after a moment that has a field; no field: any.
create function reading_after(vehicle integer, of_kind text, moment timestamptz, field text default null) returns table (message_datetime timestamptz, seq smallint, data json) language plpgsql stable as $$
declare
  oldest record;
  packed record;
  pack reading_packs;
begin
  select null::timestamptz as message_datetime, null::smallint as seq, null::json as data into packed;
  select r.message_datetime, r.seq, r.data into oldest from readings r
    where r.vehicle_id = vehicle and r.kind = of_kind and r.message_datetime > moment and (field is null or r.data ->> field is not null)
    order by r.message_datetime, r.seq limit 1;
  for pack in select * from reading_packs k
    where k.vehicle_id = vehicle and k.kind = of_kind and k.last_at > moment and k.first_at <= coalesce(oldest.message_datetime, 'infinity') order by k.day
  loop
    select u.message_datetime, u.seq, u.data into packed from unpack_readings(pack) u
      where u.message_datetime > moment and (field is null or u.data ->> field is not null) order by u.message_datetime, u.seq limit 1;
    exit when packed.message_datetime is not null;
  end loop;
  if oldest.message_datetime is null or (packed.message_datetime, packed.seq) < (oldest.message_datetime, oldest.seq) then oldest := packed; end if;
  if oldest.message_datetime is not null then
    return query select oldest.message_datetime, oldest.seq, oldest.data;
  end if;
end $$;

-- Packs that touch a time become rows again, where something of them is to change.
create function loosen_readings(vehicle integer, since timestamptz, until timestamptz) returns void language sql as $$
  with gone as (delete from reading_packs k where k.vehicle_id = vehicle and k.last_at >= since and k.first_at < until returning k as pack)
  insert into readings (message_datetime, vehicle_id, seq, kind, data)
    select u.message_datetime, vehicle, u.seq, (g.pack).kind, u.data from gone g cross join lateral unpack_readings(g.pack) u
  on conflict do nothing
$$;
