-- Of these vehicles alone, as they were in a fleet when it was asked for; null: `vehicle_id` says which.
alter table reports add column vehicle_ids integer[];
