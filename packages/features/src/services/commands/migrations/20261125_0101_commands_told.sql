-- What derivations know of a vehicle follows what its device has carried out.
create trigger changed after insert or update on commands for each row when (new.status = 2) execute function notify_changed();
