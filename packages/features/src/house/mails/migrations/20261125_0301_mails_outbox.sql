-- The outbox holds mails and SMS; a mail may be laid out and carry files. `failed_at`: not tried again, `fault` says why; until then what failed waits for its next try.
alter table mails add column channel text not null default 'email' check (channel in ('email', 'sms')), add column html text,
  add column fault text check (fault in ('refused', 'unreachable', 'too_old')), add column failed_at timestamptz;
create table mail_attachments (
  mail_id integer not null references mails on delete cascade,
  position smallint not null,
  name text not null,
  type text not null,
  bytes bytea not null,
  primary key (mail_id, position)
);
alter table mail_attachments alter column bytes set storage external;
drop index mails_waiting;
create index mails_waiting on mails (id) where sent_at is null and failed_at is null and task_id is null;
