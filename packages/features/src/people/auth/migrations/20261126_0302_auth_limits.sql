-- What several processes count together: until when all that was taken of a name is refilled, epoch ms of the database's clock, and how long a whole burst takes to.
-- Names are digests. After a crash everybody begins anew, which is no harm.
create unlogged table limits (
  name text primary key,
  until double precision not null,
  refill double precision not null
) with (fillfactor = 70);

-- A try that is under way counts as a failure of its account, so that many at once, wherever they are tried, are counted like many in a row.
alter table login_failures add column id bigint generated always as identity;
