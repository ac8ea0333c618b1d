-- The vehicle's state before the first record of each two hours of the last half day: where a replay of what came a little late begins. Whatever is lost of it costs time
-- only, for the day's checkpoint is kept for good: so no crash, standby or backup is asked to keep it.
create unlogged table recent_checkpoints (
  vehicle_id integer not null,
  at timestamptz not null,
  state json not null,
  primary key (vehicle_id, at)
);

-- Which run derives the vehicle again, and since when: who was overtaken writes nothing.
alter table replays add column run uuid, add column claimed_at timestamptz;

-- Whoever has derived a vehicle again has voided what was kept after its late records; what he keeps anew he writes afterwards.
create function forget_recent_checkpoints() returns trigger language plpgsql as $$
begin
  delete from recent_checkpoints where vehicle_id = old.vehicle_id and at > old.from_at;
  return null;
end $$;
create trigger replayed after delete on replays for each row execute function forget_recent_checkpoints();
