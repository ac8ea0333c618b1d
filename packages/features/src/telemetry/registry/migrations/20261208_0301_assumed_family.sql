-- A device of which nobody said what it speaks: protocol and profile are an assumption until its first sign-in.
alter table devices add column assumed_family boolean not null default false;
