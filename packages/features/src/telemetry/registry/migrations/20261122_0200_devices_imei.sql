-- A box may be registered again: what it sent belongs to the vehicle that carried it then, under whichever registration. And a protocol may name its devices by other than 15 digits.
create index devices_box on devices (imei);
alter table devices drop constraint devices_imei_check;
alter table devices add constraint devices_imei_check check (imei ~ '^[!-~]{1,64}$');
