-- Second factors of people. A secret that must be read again is sealed by a key outside of the database; codes and tickets are kept as digests.
create table factors (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  type text not null check (type in ('totp', 'passkey')),
  name text not null,
  secret bytea,
  used_steps integer[] not null default '{}',
  credential_id text unique,
  public_key bytea,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_used_at timestamptz
);
create index factors_user on factors (user_id);
create unique index factors_totp on factors (user_id, (confirmed_at is null)) where type = 'totp';

create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Between the password and the second factor: `factor` leads to a session, `enrol` to the enrolment of a factor alone.
create table sign_in_tickets (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('factor', 'enrol')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_tickets_user on sign_in_tickets (user_id);

-- What a passkey signs, once.
create table passkey_challenges (
  user_id integer not null references users on delete cascade,
  challenge text not null,
  purpose text not null check (purpose in ('enrol', 'prove')),
  expires_at timestamptz not null,
  primary key (user_id, challenge)
);

-- Browsers that are not asked for the second factor for a while; a change of the password ends that.
create table remembered_devices (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index remembered_devices_user on remembered_devices (user_id);

-- When the person behind a session gave a proof again, and when it last proved a second factor.
alter table sessions add column step_up_until timestamptz, add column factor_at timestamptz;
