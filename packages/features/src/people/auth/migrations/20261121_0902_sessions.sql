-- Secrets are kept as SHA-256 only. A rotated cookie is accepted a little longer, for a second tab that still holds it.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  token_hash bytea not null unique,
  token_expires_at timestamptz not null,
  cookie_hash bytea not null unique,
  previous_cookie_hash bytea,
  previous_cookie_until timestamptz,
  expires_at timestamptz not null,
  address text,
  agent text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_previous_cookie on sessions (previous_cookie_hash) where previous_cookie_hash is not null;
create function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', jsonb_build_object('table', 'sessions', 'session_id', old.id, 'user_id', old.user_id)::text);
  return null;
end $$;
create trigger ended after delete on sessions for each row execute function notify_session_ended();
create trigger ended_update after update of ended_at on sessions for each row when (new.ended_at is not null) execute function notify_session_ended();

create table api_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  role text not null check (role in ('view', 'edit', 'control')),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index api_tokens_user on api_tokens (user_id);
create trigger changed after update or delete on api_tokens for each row execute function notify_changed();

create table password_resets (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id, created_at);

create table login_failures (
  at timestamptz not null default now(),
  account text not null,
  address text not null
);
create index login_failures_account on login_failures (account, at);
create index login_failures_address on login_failures (address, at);

create table mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  error text
);
create index mails_waiting on mails (next_attempt_at) where sent_at is null;
