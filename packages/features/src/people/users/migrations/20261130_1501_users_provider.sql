-- A provider runs the installation: a mark beside a role in a company, or without any company.
alter table users alter column customer_id drop not null, alter column role drop not null, add column provider boolean not null default false;
alter table users
  add constraint users_role_in_company check ((customer_id is null) = (role is null)),
  add constraint users_company_or_provider check (customer_id is not null or provider),
  -- a printing password is too weak for it
  add constraint users_provider_prints_not check (not provider or role is distinct from 'printing');

-- Who loses the mark is signed out everywhere, too.
drop trigger sessions_end on users;
create trigger sessions_end after update on users for each row
  when (new.role is distinct from old.role or new.customer_id is distinct from old.customer_id or (new.disabled and not old.disabled) or (new.deleted_at is not null and old.deleted_at is null)
    or lower(new.email) <> lower(old.email) or (old.provider and not new.provider))
  execute function end_sessions_of_user();

-- A token carries the mark only if that was asked for; without a role it is for the provider's area alone.
alter table api_tokens alter column role drop not null, add column provider boolean not null default false;
alter table api_tokens add constraint api_tokens_good_for_something check (role is not null or provider);
