-- The lanes of a hook one after another, and their events in order: where all events that have waited longest are of blocked lanes, the others are found without a look at each.
create index webhook_events_lanes on webhook_events (webhook_id, lane, id) where state = 'waiting';
