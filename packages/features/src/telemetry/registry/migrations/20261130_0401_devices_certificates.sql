-- SHA-256 of the client certificates that a device may sign in with over TLS, in hexadecimal; empty: it needs none.
alter table devices add column certificates text[] not null default '{}';
