-- Chats of a company that are told of alerts: a channel of Slack or Teams by its incoming address, a chat of Telegram by the token of a bot.
create table chats (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  name text not null,
  kind text not null check (kind in ('slack', 'teams', 'telegram')),
  -- Whoever has it can write into the chat. Empty: a restored backup did not contain it.
  secret text not null,
  chat_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index chats_name on chats (customer_id, lower(name));
create trigger changed after insert or update or delete on chats for each row execute function notify_changed();

alter table mails drop constraint mails_channel_check;
alter table mails add constraint mails_channel_check check (channel in ('email', 'sms', 'chat'));
alter table alert_configurations drop constraint alert_configurations_alert_channel_id_check;
alter table alert_configurations add constraint alert_configurations_alert_channel_id_check check (alert_channel_id in (1, 2, 10));

-- Configurations name a chat by its name, which never changes, and go with it.
create function forget_chat() returns trigger language plpgsql as $$
begin
  delete from alert_configurations where customer_id = old.customer_id and alert_channel_id = 10 and destination = old.name;
  return null;
end $$;
create trigger alert_configurations after delete on chats for each row execute function forget_chat();
