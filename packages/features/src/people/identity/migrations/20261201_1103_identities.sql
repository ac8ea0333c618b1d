-- Who is whom at an identity provider: the provider's own name of a person stays when the address changes.
create table identities (
  provider text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index identities_user on identities (user_id);

-- Sign-ins that are at an identity provider now; the browser that began one has the secret of `token_hash`.
create table identity_visits (
  token_hash bytea primary key,
  provider text not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  next text,
  expires_at timestamptz not null
);
