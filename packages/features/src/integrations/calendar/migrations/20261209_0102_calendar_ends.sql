-- The link of a calendar ends with the other secrets of its user, and with the user's access. It does not come back with that.
create function end_calendar_of_user() returns trigger language plpgsql as $$
begin
  delete from calendars where user_id = new.id;
  return null;
end $$;
create trigger calendar_ends after update on users for each row
  when (new.secrets_ended_at is distinct from old.secrets_ended_at or (new.disabled and not old.disabled) or (new.deleted_at is not null and old.deleted_at is null)
    or new.customer_id is distinct from old.customer_id or (new.role is distinct from old.role and (new.role is null or new.role = 'printing')))
  execute function end_calendar_of_user();
