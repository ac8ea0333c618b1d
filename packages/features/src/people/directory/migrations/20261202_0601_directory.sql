-- A token that only a directory uses (SCIM), and what the directory tells of people and groups.
alter table api_tokens add column directory boolean not null default false;

create table directory_people (
  user_id integer primary key references users on delete cascade,
  external_id text,
  display_name text,
  given_name text,
  family_name text
);

create table directory_groups (
  id integer generated always as identity primary key,
  customer_id integer not null references customers on delete cascade,
  name text not null,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index directory_groups_name on directory_groups (customer_id, lower(name));

create table directory_members (
  group_id integer not null references directory_groups on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index directory_members_user on directory_members (user_id);
