-- Where an incident began: the vehicle's last believed fix at that record, and its time, by which it is shown or not. Null: there was none, or no record told it.
alter table incidents add column gps_datetime timestamptz, add column latitude_e7 integer, add column longitude_e7 integer;
alter table incidents add constraint incidents_position check ((gps_datetime is null) = (latitude_e7 is null) and (gps_datetime is null) = (longitude_e7 is null));
