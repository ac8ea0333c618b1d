-- Ends the transaction of a statement that did not find each of its rows as it had been read: somebody else has written one meanwhile.
create function all_written(written bigint, expected bigint) returns void language plpgsql as $$
begin
  if written <> expected then
    raise exception '% of % rows were written by somebody else', expected - written, expected using errcode = 'serialization_failure';
  end if;
end $$;
