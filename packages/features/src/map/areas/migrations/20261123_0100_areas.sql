-- Hubs and points of interest: circles of a customer. Two entities of one shape.
create table hubs (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  name text not null,
  code text not null,
  color text not null check (color ~ '^#[0-9a-fA-F]{6}$'),
  radius double precision not null check (radius between 1 and 1000),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  address text,
  city text,
  zip_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index hubs_code on hubs (customer_id, upper(code));
create trigger changed after insert or update or delete on hubs for each row execute function notify_changed();

create table pois (like hubs including all excluding indexes, primary key (id), foreign key (customer_id) references customers);
create unique index pois_code on pois (customer_id, upper(code));
create trigger changed after insert or update or delete on pois for each row execute function notify_changed();

-- What derivations ask: where an area was, and when. A move or another radius ends a shape and begins the next; a new name is written into the one that holds.
-- `version` is another one after every change, so that what was read before is known to be old.
create sequence area_shapes_version;
create table area_shapes (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  kind text not null check (kind in ('hub', 'poi')),
  area_id integer not null,
  name text not null,
  code text not null,
  radius double precision not null,
  latitude double precision not null,
  longitude double precision not null,
  valid_from timestamptz not null,
  valid_to timestamptz,
  version bigint not null default nextval('area_shapes_version'),
  check (valid_to >= valid_from)
);
create unique index area_shapes_current on area_shapes (kind, area_id) where valid_to is null;
create index area_shapes_customer on area_shapes (customer_id);
create index area_shapes_past on area_shapes (valid_to) where valid_to is not null;
