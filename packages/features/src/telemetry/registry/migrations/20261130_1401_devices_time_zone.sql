-- What the clock of a device is set to, where its protocol tells local time and it was set otherwise than it came: a zone such as Europe/Rome, or +08:00.
alter table devices add column time_zone text check (length(time_zone) between 1 and 64);
