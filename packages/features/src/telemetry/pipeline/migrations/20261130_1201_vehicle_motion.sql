-- What the vehicle does (moving, idling, parked; null: not known) and since when, as its newest record left it.
alter table vehicle_state add column motion text, add column motion_since timestamptz;
