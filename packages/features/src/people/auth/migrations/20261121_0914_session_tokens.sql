-- One session serves several tabs, each with a token of its own. The next cookie follows from the last one and the session's key, so that a repeated exchange gives the same.
create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null
);
create index session_tokens_session on session_tokens (session_id);
alter table sessions drop column token_hash, drop column token_expires_at, add column rotation_key bytea not null;
drop index sessions_previous_cookie;

-- Who loses or changes a role, or is disabled or removed, is signed out everywhere, whoever made the change.
create function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = now() where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger sessions_end after update on users for each row
  when (new.role is distinct from old.role or new.customer_id <> old.customer_id or (new.disabled and not old.disabled) or (new.deleted_at is not null and old.deleted_at is null))
  execute function end_sessions_of_user();
create function end_sessions_of_customer() returns trigger language plpgsql as $$
begin
  update sessions s set ended_at = now() from users u where u.customer_id = new.id and s.user_id = u.id and s.ended_at is null;
  return null;
end $$;
create trigger sessions_end after update on customers for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function end_sessions_of_customer();
