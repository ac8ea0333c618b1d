-- When the secrets of a user that other programs hold were ended: by a reset of the password, by another's hand, by an identity provider.
alter table users add column secrets_ended_at timestamptz;
