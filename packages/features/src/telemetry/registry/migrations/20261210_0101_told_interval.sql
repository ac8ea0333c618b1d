-- The reporting interval that a command tells its device, in seconds: it becomes the device's own once the device says yes.
alter table device_commands add column reporting_interval integer;
