-- A plate is the same with blanks or without (AB 123 CD, AB123CD). Vehicles that share one already keep it: only the first of them has a key, until another
-- is given a plate of its own.
create function plate_key(plate text) returns text language sql immutable strict parallel safe
  as $$ select regexp_replace(upper(plate), '\s', '', 'g') $$;
alter table vehicles add column plate_key text;
-- The key is no news of a vehicle for anybody.
alter table vehicles disable trigger user;
update vehicles v set plate_key = plate_key(v.plate)
  where v.deleted_at is not null or not exists (
    select 1 from vehicles o
    where o.customer_id = v.customer_id and o.deleted_at is null and plate_key(o.plate) = plate_key(v.plate) and o.id < v.id
  );
alter table vehicles enable trigger user;
create function set_plate_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.plate is distinct from old.plate then
    new.plate_key := plate_key(new.plate);
  end if;
  return new;
end $$;
create trigger plate_key before insert or update of plate on vehicles for each row execute function set_plate_key();
create unique index vehicles_plate_key on vehicles (customer_id, plate_key) where deleted_at is null;
