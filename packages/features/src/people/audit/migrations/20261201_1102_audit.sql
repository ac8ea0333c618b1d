-- Who did what in a company, one chain for each: a row tells the hash of the one before, so a row that was removed or changed shows.
-- `actor_id` refers to no table: the row outlives the account.
create table audit (
  customer_id integer not null references customers on delete cascade,
  number integer not null,
  at timestamptz not null,
  actor_id integer not null,
  via text,
  address text not null,
  action text not null,
  subject text not null,
  call text not null,
  before json,
  after json,
  previous_hash text not null,
  hash text not null,
  primary key (customer_id, number)
);
create index audit_at on audit (customer_id, at);
create index audit_subject on audit (customer_id, subject text_pattern_ops);
create index audit_actor on audit (customer_id, actor_id, number);

-- The ends of each chain: its newest row, and the hash that its oldest row follows. Writes of one company take their numbers one after the other.
create table audit_heads (
  customer_id integer primary key references customers on delete cascade,
  number integer not null,
  hash text not null,
  first_number integer not null,
  first_previous_hash text not null
) with (fillfactor = 50);

create function audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is not changed';
end $$;
create trigger stay before update on audit for each row execute function audit_stays();
