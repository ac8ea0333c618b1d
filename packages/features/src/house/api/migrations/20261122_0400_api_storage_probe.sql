-- What /readyz writes to learn whether anything can be stored; emptied and written anew each time, so that it needs room on the tables' disk.
create table storage_probe (filler text not null);
