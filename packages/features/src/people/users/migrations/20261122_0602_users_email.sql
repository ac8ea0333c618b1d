-- An address stays taken while its removed user is kept; an older removed one of the same address gives it up.
update users u set email = 'removed-' || u.id, name = '', password_hash = null
where u.deleted_at is not null and exists (
  select 1 from users o where o.id <> u.id and lower(o.email) = lower(u.email) and (o.deleted_at is null or o.deleted_at > u.deleted_at or (o.deleted_at = u.deleted_at and o.id > u.id)));
drop index users_email;
create unique index users_email on users (lower(email));
