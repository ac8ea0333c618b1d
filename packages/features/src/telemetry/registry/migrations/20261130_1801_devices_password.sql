-- The password that a device signs in with, where its protocol knows one and it was given one: salt and SHA-256 of both.
alter table devices add column password_hash text;
