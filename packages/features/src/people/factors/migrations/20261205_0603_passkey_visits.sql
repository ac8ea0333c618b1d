-- What a passkey signs that signs in by itself, before anybody knows whose it is; once.
create table passkey_visits (
  challenge text primary key,
  expires_at timestamptz not null
);
