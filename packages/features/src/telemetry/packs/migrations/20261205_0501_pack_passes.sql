-- When the last pass over the vehicles of a shard began that came to its end, so that a process that is restarted often packs too. A shard is noted when a worker first has it.
create table pack_passes (
  shard smallint primary key,
  began_at timestamptz not null
);
