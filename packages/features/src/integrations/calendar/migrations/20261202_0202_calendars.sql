-- The secret link of a user's calendar: one at a time.
create table calendars (
  user_id integer primary key references users on delete cascade,
  customer_id integer not null references customers,
  -- In its address. null: the installation was restored from a backup, which contains none.
  token text unique,
  created_at timestamptz not null
);
