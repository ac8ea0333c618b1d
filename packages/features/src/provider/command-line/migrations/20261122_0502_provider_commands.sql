-- What the provider did by the command line. Rows are added and never changed.
create table provider_commands (
  id integer generated always as identity primary key,
  at timestamptz not null,
  account text not null,
  host text not null,
  command text not null,
  arguments jsonb not null,
  record_id integer,
  error text
);
create function provider_commands_stay() returns trigger language plpgsql as $$
begin
  raise exception 'the provider''s trail is not changed';
end $$;
create trigger stay before update or delete on provider_commands for each row execute function provider_commands_stay();
create trigger stay_whole before truncate on provider_commands for each statement execute function provider_commands_stay();
