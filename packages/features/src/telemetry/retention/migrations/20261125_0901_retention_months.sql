-- A month of a time series that nobody keeps any more goes as a whole.
create function drop_month(parent text, month date) returns boolean language plpgsql as $$
declare
  child text := parent || '_' || to_char(month, 'YYYYMM');
begin
  perform pg_advisory_xact_lock(7106003, hashtext(parent));
  if to_regclass(child) is null then return false; end if;
  execute format('drop table %I', child);
  return true;
end $$;
