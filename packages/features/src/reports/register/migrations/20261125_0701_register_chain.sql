-- The temperature register: what cold vehicles measured, moment after moment of their log interval, chained by hash. Rows, days, keys and receipts are only ever added to.

-- Where the chain of each vehicle stands.
create table register_books (
  vehicle_id integer primary key,
  -- what was measured before does not enter it
  begins_at timestamptz not null,
  timezone text not null,
  -- the page that is open, a day of the customer's calendar with its ends; null: the register rests
  day date,
  page_from timestamptz not null,
  page_to timestamptz not null,
  -- the digest that the page begins with, its rows so far, and the hash of the last of them
  previous bytea not null,
  rows integer not null,
  hash bytea not null,
  -- [[from, seconds], …]: at which interval the moments of the page follow each other, epoch ms
  grid jsonb not null,
  -- the next moment that is to be decided
  next_at timestamptz not null
);

create table register_rows (
  vehicle_id integer not null,
  day date not null,
  n integer not null,
  at timestamptz not null,
  -- it speaks for so long before `at`
  seconds integer not null,
  measured_at timestamptz,
  written_at timestamptz not null,
  "T1" real,
  "T2" real,
  "T3" real,
  "T4" real,
  setpoint_t1 real,
  setpoint_t2 real,
  setpoint_t3 real,
  -- bit n-1: sensor n is off its setpoint by more than the tolerance
  out smallint not null,
  -- why it was not written in its turn, and the row whose place it takes
  reason text check (reason in ('late', 'corrected')),
  corrects_day date,
  corrects_n integer,
  hash bytea not null,
  primary key (vehicle_id, day, n)
) partition by range (day);
create index register_rows_at on register_rows (vehicle_id, at);

-- A page that is closed, signed. `marks`: of each row its moment (seconds, 4 bytes) and the first 4 bytes of its hash, so that a changed one can be named.
create table register_days (
  vehicle_id integer not null,
  day date not null,
  timezone text not null,
  grid jsonb not null,
  previous bytea not null,
  rows integer not null,
  hash bytea not null,
  marks bytea not null,
  sealed_at timestamptz not null,
  key_id text not null,
  digest bytea not null,
  signature bytea not null,
  -- its rows are gone since, their time to be kept being over
  forgotten_at timestamptz,
  primary key (vehicle_id, day)
);

-- Late records that were derived again since the register looked.
create table register_late (
  vehicle_id integer primary key,
  from_at timestamptz not null,
  to_at timestamptz not null
);
create function register_heard() returns trigger language plpgsql as $$
begin
  insert into register_late (vehicle_id, from_at, to_at)
  select old.vehicle_id, old.from_at, old.to_at where exists (select from register_books b where b.vehicle_id = old.vehicle_id)
  on conflict (vehicle_id) do update set from_at = least(register_late.from_at, excluded.from_at), to_at = greatest(register_late.to_at, excluded.to_at);
  return null;
end $$;
create trigger register_heard after delete on replays for each row execute function register_heard();

-- The keys that have signed. A key that was replaced is vouched for by the one that came after it, so that nobody who can only write here can add one.
create table register_keys (
  id text primary key,
  public_key bytea not null,
  since timestamptz not null,
  retired_at timestamptz,
  successor text references register_keys,
  endorsement bytea
);
create unique index register_keys_active on register_keys ((true)) where retired_at is null;

-- A printed receipt: what it said, and about which rows.
create table receipts (
  id text primary key,
  customer_id integer not null,
  vehicle_id integer not null,
  user_id integer not null,
  company text not null,
  plate text not null,
  timezone text not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  statistics jsonb not null,
  -- [[from, to], …] of the period, as its customer may see it, epoch ms
  seen jsonb not null,
  -- how far the chain went then: what was added since is not the receipt's
  head_day date not null,
  head_n integer not null,
  -- of each row shown its moment and the beginning of what its contents hash to, and the digest of all of them
  marks bytea not null,
  contents bytea not null,
  issued_at timestamptz not null,
  key_id text not null
);
create index receipts_vehicle on receipts (vehicle_id, issued_at);

create function register_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'register_days' and current_setting('flotta.forgetting', true) = old.vehicle_id::text then
    if to_jsonb(new) - 'forgotten_at' = to_jsonb(old) - 'forgotten_at' then return new; end if;
  end if;
  if tg_op = 'DELETE' then
    if tg_table_name like 'register\_rows%' and current_setting('flotta.forgetting', true) = old.vehicle_id::text then return old; end if;
    -- with its vehicle, once that was removed for good
    if not exists (select from vehicles v where v.id = old.vehicle_id)
      or exists (select from vehicles v join customers c on c.id = v.customer_id where v.id = old.vehicle_id and (v.deleted_at is not null or c.deleted_at is not null or c.demo))
    then return old; end if;
  end if;
  raise exception 'the temperature register is only added to';
end $$;
create function register_stays_whole() returns trigger language plpgsql as $$
begin
  raise exception 'the temperature register is only added to';
end $$;
create trigger stay before update or delete on register_rows for each row execute function register_stays();
create trigger stay before update or delete on register_days for each row execute function register_stays();
create trigger stay before update or delete on receipts for each row execute function register_stays();
create trigger stay_whole before truncate on register_rows for each statement execute function register_stays_whole();
create trigger stay_whole before truncate on register_days for each statement execute function register_stays_whole();
create trigger stay_whole before truncate on receipts for each statement execute function register_stays_whole();

-- Forgets the rows of a vehicle's closed days before `before`; their digests stay, so that the chain can still be followed. Returns how many rows went.
-- Temperatures of frozen food are kept for a year at least (Regulation (EC) 37/2005, article 2): nothing younger goes by any setting.
create function register_forget(vehicle integer, before date) returns bigint language plpgsql as $$
declare
  gone bigint;
begin
  if before > (now() - interval '1 year')::date then raise exception 'the temperature register is kept for a year at least'; end if;
  perform set_config('flotta.forgetting', vehicle::text, true);
  update register_days set forgotten_at = now() where vehicle_id = vehicle and day < before and forgotten_at is null;
  delete from register_rows r where r.vehicle_id = vehicle and r.day < before
    and exists (select from register_days d where d.vehicle_id = vehicle and d.day = r.day);
  get diagnostics gone = row_count;
  perform set_config('flotta.forgetting', '', true);
  return gone;
end $$;

-- A month of rows, `month` its first day. Attaching lets others write to the parent meanwhile.
create function create_register_month(month date) returns void language plpgsql as $$
declare
  child text := 'register_rows_' || to_char(month, 'YYYYMM');
begin
  if to_regclass(child) is not null then return; end if;
  perform pg_advisory_xact_lock(7106003, hashtext('register_rows'));
  if to_regclass(child) is not null then return; end if;
  execute format('create table %I (like register_rows including defaults including constraints including indexes)', child);
  execute format('create trigger stay_whole before truncate on %I for each statement execute function register_stays_whole()', child);
  execute format('alter table register_rows attach partition %I for values from (%L) to (%L)', child, month, (month + interval '1 month')::date);
end $$;
