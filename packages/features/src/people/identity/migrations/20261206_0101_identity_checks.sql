-- A visit of somebody who has a session already proves again who that is.
alter table identity_visits add column session_id uuid references sessions on delete cascade;
-- By what the provider is asked whether the person may still sign in, sealed, and when it was asked last.
alter table identity_sessions add column refresh_token bytea;
alter table identity_sessions add column checked_at timestamptz;
create index identity_sessions_checked on identity_sessions (checked_at) where refresh_token is not null;
