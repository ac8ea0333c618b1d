-- A month that somebody reads just now, as a backup does for long, is not dropped: whoever waited for it would hold up everybody behind him. The month itself is asked for first,
-- as dropping it locks its series as a whole; half a second is less than PostgreSQL lets pass before it looks for those who block each other.
create or replace function drop_month(parent text, month date) returns boolean language plpgsql set lock_timeout = '500ms' as $$
declare
  child text := parent || '_' || to_char(month, 'YYYYMM');
begin
  perform pg_advisory_xact_lock(7106003, hashtext(parent));
  if to_regclass(child) is null then return false; end if;
  execute format('lock table %I in access exclusive mode', child);
  execute format('drop table %I', child);
  return true;
end $$;
