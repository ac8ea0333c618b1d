-- Which sessions an identity provider has opened, so that its news of a sign-out ends them. `sid` is the provider's name of the session, where it tells one.
create table identity_sessions (
  session_id uuid primary key references sessions on delete cascade,
  provider text not null,
  subject text not null,
  sid text
);
create index identity_sessions_subject on identity_sessions (provider, subject);
-- News of a sign-out counts once.
create table identity_logouts (
  provider text not null,
  token_id text not null,
  expires_at timestamptz not null,
  primary key (provider, token_id)
);
