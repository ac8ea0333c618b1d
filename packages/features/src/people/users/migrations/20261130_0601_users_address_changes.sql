-- Whether the account was ever entered: until then its address is the inviter's to correct, afterwards its owner's.
alter table users add column had_password boolean not null default false;
update users set had_password = true where password_hash is not null;
create function remember_password() returns trigger language plpgsql as $$
begin
  new.had_password := true;
  return new;
end $$;
create trigger remember_password before insert or update of password_hash on users for each row
  when (new.password_hash is not null) execute function remember_password();

-- A new address counts when its owner has confirmed it. `ended_at`: undone, or replaced by another change. The old address stays reserved while it may be undone.
create table address_changes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  old_email text not null,
  new_email text not null,
  asked_by integer references users on delete set null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz
);
create unique index address_changes_waiting on address_changes (user_id) where confirmed_at is null and ended_at is null;
create index address_changes_user on address_changes (user_id, id);
create index address_changes_old on address_changes (lower(old_email)) where ended_at is null;
create index address_changes_asked_by on address_changes (asked_by) where asked_by is not null;
create table address_links (
  token_hash bytea primary key,
  change_id integer not null references address_changes on delete cascade,
  does text not null check (does in ('confirm', 'undo'))
);
create index address_links_change on address_links (change_id);

-- Who gets another address is signed out everywhere, too.
drop trigger sessions_end on users;
create trigger sessions_end after update on users for each row
  when (new.role is distinct from old.role or new.customer_id <> old.customer_id or (new.disabled and not old.disabled) or (new.deleted_at is not null and old.deleted_at is null)
    or lower(new.email) <> lower(old.email))
  execute function end_sessions_of_user();
