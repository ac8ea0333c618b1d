-- The tables of Flotta, drawn from its migrations by `npm run schema`. Months of positions and readings are partitions.

create table address_changes (
  id integer not null generated always as identity,
  user_id integer not null,
  old_email text not null,
  new_email text not null,
  asked_by integer,
  asked_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint address_changes_pkey PRIMARY KEY (id),
  constraint address_changes_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint address_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX address_changes_asked_by ON public.address_changes USING btree (asked_by) WHERE (asked_by IS NOT NULL);
CREATE INDEX address_changes_old ON public.address_changes USING btree (lower(old_email)) WHERE (ended_at IS NULL);
CREATE INDEX address_changes_user ON public.address_changes USING btree (user_id, id);
CREATE UNIQUE INDEX address_changes_waiting ON public.address_changes USING btree (user_id) WHERE ((confirmed_at IS NULL) AND (ended_at IS NULL));

create table address_links (
  token_hash bytea not null,
  change_id integer not null,
  does text not null,
  constraint address_links_pkey PRIMARY KEY (token_hash),
  constraint address_links_change_id_fkey FOREIGN KEY (change_id) REFERENCES address_changes(id) ON DELETE CASCADE,
  constraint address_links_does_check CHECK ((does = ANY (ARRAY['confirm'::text, 'undo'::text])))
);
CREATE INDEX address_links_change ON public.address_links USING btree (change_id);

create table agreement_changes (
  vehicle_id integer not null,
  customer_id integer not null,
  at timestamp with time zone not null,
  begun boolean not null,
  constraint agreement_changes_pkey PRIMARY KEY (vehicle_id, customer_id),
  constraint agreement_changes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint agreement_changes_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id) ON DELETE CASCADE
);
CREATE INDEX agreement_changes_customer ON public.agreement_changes USING btree (customer_id, at);
CREATE TRIGGER changed AFTER INSERT OR UPDATE ON public.agreement_changes FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER kinds_delete AFTER DELETE ON public.agreement_changes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('sharing');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.agreement_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('sharing');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.agreement_changes REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('sharing');

create table alert_configurations (
  id integer not null generated always as identity,
  customer_id integer not null,
  vehicle_id integer not null,
  alert_id smallint not null,
  alert_channel_id smallint not null,
  destination text not null,
  language text not null,
  user_id integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  hub_ids integer[] not null default '{}'::integer[],
  poi_ids integer[] not null default '{}'::integer[],
  escalation jsonb not null default '[]'::jsonb,
  threshold integer,
  schedule jsonb,
  constraint alert_configurations_pkey PRIMARY KEY (id),
  constraint alert_configurations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint alert_configurations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint alert_configurations_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint alert_configurations_alert_channel_id_check CHECK ((alert_channel_id = ANY (ARRAY[1, 2, 10]))),
  constraint alert_configurations_language_check CHECK ((language = ANY (ARRAY['it'::text, 'en'::text, 'es'::text, 'de'::text]))),
  constraint alert_configurations_threshold_check CHECK ((threshold > 0))
);
CREATE UNIQUE INDEX alert_configurations_same ON public.alert_configurations USING btree (customer_id, vehicle_id, alert_id, alert_channel_id, destination, hub_ids, poi_ids, COALESCE(threshold, 0), COALESCE((schedule)::text, ''::text));
CREATE INDEX alert_configurations_vehicle ON public.alert_configurations USING btree (vehicle_id, alert_id);
CREATE TRIGGER changed_delete AFTER DELETE ON public.alert_configurations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_alert_configurations();
CREATE TRIGGER changed_insert AFTER INSERT ON public.alert_configurations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_alert_configurations();
CREATE TRIGGER changed_update AFTER UPDATE ON public.alert_configurations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_alert_configurations();

create table alert_parameters (
  id integer not null generated always as identity,
  customer_id integer not null,
  vehicle_id integer not null,
  alert_id smallint not null,
  active boolean not null,
  threshold double precision,
  clear double precision,
  dwell_s integer,
  schedule jsonb,
  parked boolean not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone,
  constraint alert_parameters_pkey PRIMARY KEY (id),
  constraint alert_parameters_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint alert_parameters_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint alert_parameters_check CHECK ((valid_to >= valid_from)),
  constraint alert_parameters_dwell_s_check CHECK (((dwell_s >= 0) AND (dwell_s <= 86400)))
);
CREATE INDEX alert_parameters_customer ON public.alert_parameters USING btree (customer_id);
CREATE UNIQUE INDEX alert_parameters_now ON public.alert_parameters USING btree (vehicle_id, alert_id) WHERE (valid_to IS NULL);
CREATE INDEX alert_parameters_vehicle ON public.alert_parameters USING btree (vehicle_id, valid_from);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.alert_parameters FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table answered_writes (
  user_id integer not null,
  key text not null,
  path text not null,
  record_id integer not null,
  digest bytea not null,
  record json not null,
  etag text,
  made boolean not null,
  answered_at timestamp with time zone not null,
  constraint answered_writes_pkey PRIMARY KEY (user_id, key),
  constraint answered_writes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX answered_writes_by_record ON public.answered_writes USING btree (path, record_id);
CREATE INDEX answered_writes_by_time ON public.answered_writes USING btree (answered_at);

create table api_tokens (
  id integer not null generated always as identity,
  user_id integer not null,
  name text not null,
  role text,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone not null default (now() + '1 year'::interval),
  provider boolean not null default false,
  directory boolean not null default false,
  constraint api_tokens_token_hash_key UNIQUE (token_hash),
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint api_tokens_good_for_something CHECK (((role IS NOT NULL) OR provider)),
  constraint api_tokens_role_check CHECK ((role = ANY (ARRAY['view'::text, 'edit'::text, 'control'::text])))
);
CREATE INDEX api_tokens_user ON public.api_tokens USING btree (user_id);
CREATE TRIGGER changed AFTER DELETE OR UPDATE ON public.api_tokens FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table area_shapes (
  id integer not null generated always as identity,
  customer_id integer not null,
  kind text not null,
  area_id integer not null,
  name text not null,
  code text not null,
  radius double precision not null,
  latitude double precision not null,
  longitude double precision not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone,
  version bigint not null default nextval('area_shapes_version'::regclass),
  shape jsonb,
  constraint area_shapes_pkey PRIMARY KEY (id),
  constraint area_shapes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint area_shapes_check CHECK ((valid_to >= valid_from)),
  constraint area_shapes_kind_check CHECK ((kind = ANY (ARRAY['hub'::text, 'poi'::text])))
);
CREATE UNIQUE INDEX area_shapes_current ON public.area_shapes USING btree (kind, area_id) WHERE (valid_to IS NULL);
CREATE INDEX area_shapes_customer ON public.area_shapes USING btree (customer_id);
CREATE INDEX area_shapes_past ON public.area_shapes USING btree (valid_to) WHERE (valid_to IS NOT NULL);

create table arrivals (
  id bigint not null generated always as identity,
  feed smallint not null,
  at timestamp with time zone not null default clock_timestamp(),
  place bigint,
  keys bytea not null,
  constraint arrivals_pkey PRIMARY KEY (id)
);
CREATE INDEX arrivals_at ON public.arrivals USING btree (at);
CREATE INDEX arrivals_placed ON public.arrivals USING btree (feed, place) WHERE (place IS NOT NULL);
CREATE INDEX arrivals_unplaced ON public.arrivals USING btree (feed, id) WHERE (place IS NULL);

create table audit (
  customer_id integer not null,
  number integer not null,
  at timestamp with time zone not null,
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
  constraint audit_pkey PRIMARY KEY (customer_id, number),
  constraint audit_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE
);
CREATE INDEX audit_actor ON public.audit USING btree (customer_id, actor_id, number);
CREATE INDEX audit_at ON public.audit USING btree (customer_id, at);
CREATE INDEX audit_subject ON public.audit USING btree (customer_id, subject text_pattern_ops);
CREATE TRIGGER stay BEFORE UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION audit_stays();

create table audit_heads (
  customer_id integer not null,
  number integer not null,
  hash text not null,
  first_number integer not null,
  first_previous_hash text not null,
  constraint audit_heads_pkey PRIMARY KEY (customer_id),
  constraint audit_heads_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE
);

create table backup_marks (
  id integer not null generated always as identity,
  marked_at timestamp with time zone not null,
  lsn text not null,
  segment text not null,
  tables jsonb not null,
  constraint backup_marks_pkey PRIMARY KEY (id)
);
CREATE INDEX backup_marks_marked ON public.backup_marks USING btree (marked_at DESC);

create table backups (
  id integer not null generated always as identity,
  marked_at timestamp with time zone not null,
  kept_at timestamp with time zone not null default now(),
  way text not null,
  place text not null,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_way_check CHECK ((way = ANY (ARRAY['file'::text, 'told'::text, 'restored'::text])))
);
CREATE INDEX backups_marked ON public.backups USING btree (marked_at DESC);

create table calendars (
  user_id integer not null,
  customer_id integer not null,
  token text,
  created_at timestamp with time zone not null,
  constraint calendars_token_key UNIQUE (token),
  constraint calendars_pkey PRIMARY KEY (user_id),
  constraint calendars_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint calendars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table changed_records (
  feed smallint not null,
  vehicle_id integer not null,
  record_id uuid not null,
  customer_id integer not null default 0,
  at timestamp with time zone not null default clock_timestamp(),
  place bigint,
  constraint changed_records_pkey PRIMARY KEY (feed, vehicle_id, record_id, customer_id)
);
CREATE INDEX changed_records_at ON public.changed_records USING btree (feed, at);
CREATE INDEX changed_records_placed ON public.changed_records USING btree (feed, place) WHERE (place IS NOT NULL);
CREATE INDEX changed_records_unplaced ON public.changed_records USING btree (feed, at) WHERE (place IS NULL);

create table chats (
  id integer not null generated always as identity,
  customer_id integer not null,
  name text not null,
  kind text not null,
  secret text not null,
  chat_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint chats_pkey PRIMARY KEY (id),
  constraint chats_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint chats_kind_check CHECK ((kind = ANY (ARRAY['slack'::text, 'teams'::text, 'telegram'::text])))
);
CREATE UNIQUE INDEX chats_name ON public.chats USING btree (customer_id, lower(name));
CREATE TRIGGER alert_configurations AFTER DELETE ON public.chats FOR EACH ROW EXECUTE FUNCTION forget_chat();
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.chats FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table checkpoints (
  vehicle_id integer not null,
  day date not null,
  state json not null,
  constraint checkpoints_pkey PRIMARY KEY (vehicle_id, day)
);

create table command_trail (
  id bigint not null generated always as identity,
  command_id integer not null,
  at timestamp with time zone not null,
  status smallint not null,
  reason text,
  answer text,
  ordered_by integer not null,
  user_name text not null,
  action text not null,
  args jsonb not null,
  text text,
  constraint command_trail_pkey PRIMARY KEY (id),
  constraint command_trail_command_id_fkey FOREIGN KEY (command_id) REFERENCES commands(id) ON DELETE CASCADE
);
CREATE INDEX command_trail_command ON public.command_trail USING btree (command_id, id);
CREATE TRIGGER stay BEFORE DELETE OR UPDATE ON public.command_trail FOR EACH ROW EXECUTE FUNCTION command_trail_stays();
CREATE TRIGGER stay_whole BEFORE TRUNCATE ON public.command_trail FOR EACH STATEMENT EXECUTE FUNCTION command_trail_stays();

create table commands (
  id integer not null generated always as identity,
  vehicle_id integer not null,
  device_id integer not null,
  action text not null,
  same text not null,
  args jsonb not null,
  text text,
  command_data jsonb not null,
  ordered_by integer not null,
  user_name text not null,
  idempotency_key text,
  message_datetime timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  status smallint not null,
  reason text,
  answer text,
  changed_at timestamp with time zone not null,
  given_as uuid,
  constraint commands_given_as_key UNIQUE (given_as),
  constraint commands_pkey PRIMARY KEY (id),
  constraint commands_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint commands_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint commands_status_check CHECK (((status >= 1) AND (status <= 7)))
);
CREATE INDEX commands_device ON public.commands USING btree (device_id);
CREATE UNIQUE INDEX commands_given ON public.commands USING btree (device_id) WHERE ((given_as IS NOT NULL) AND (status = ANY (ARRAY[1, 4])));
CREATE INDEX commands_key ON public.commands USING btree (ordered_by, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX commands_open ON public.commands USING btree (device_id, id) WHERE (status = ANY (ARRAY[1, 4]));
CREATE INDEX commands_vehicle ON public.commands USING btree (vehicle_id, message_datetime, id);
CREATE TRIGGER changed AFTER INSERT OR UPDATE ON public.commands FOR EACH ROW WHEN ((new.status = 2)) EXECUTE FUNCTION notify_changed();
CREATE TRIGGER kinds_delete AFTER DELETE ON public.commands REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('command');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.commands REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('command');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.commands REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('command');
CREATE TRIGGER stay BEFORE DELETE OR UPDATE ON public.commands FOR EACH ROW EXECUTE FUNCTION commands_stay();
CREATE TRIGGER stay_whole BEFORE TRUNCATE ON public.commands FOR EACH STATEMENT EXECUTE FUNCTION commands_stay();
CREATE TRIGGER told AFTER INSERT ON public.commands FOR EACH ROW EXECUTE FUNCTION command_told();
CREATE TRIGGER told_again AFTER UPDATE ON public.commands FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION command_told();
CREATE TRIGGER webhooks_changed AFTER UPDATE ON public.commands FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION webhook_command_changed();
CREATE TRIGGER webhooks_ordered AFTER INSERT ON public.commands FOR EACH ROW EXECUTE FUNCTION webhook_command_changed();

create table connections (
  device_id integer not null,
  gateway text not null,
  session uuid not null,
  protocol text not null,
  address text not null,
  opened_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  conflicts integer not null default 0,
  sign_in bigint not null default 0,
  lost boolean not null default false,
  constraint connections_pkey PRIMARY KEY (device_id),
  constraint connections_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE
);

create table customers (
  id integer not null generated always as identity,
  parent_id integer,
  name text not null,
  vat_id text,
  address text,
  city text,
  zip_code text,
  region text,
  email text,
  phone text,
  timezone text not null default 'Europe/Rome'::text,
  configurations jsonb not null default '{}'::jsonb,
  demo boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES customers(id)
);
CREATE INDEX customers_parent ON public.customers USING btree (parent_id);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.customers FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER sessions_end AFTER UPDATE ON public.customers FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION end_sessions_of_customer();

create table damaged_packs (
  series text not null,
  vehicle_id integer not null,
  kind text not null,
  day date not null,
  found_at timestamp with time zone not null,
  constraint damaged_packs_pkey PRIMARY KEY (series, vehicle_id, kind, day)
);

create table day_lines (
  vehicle_id integer not null,
  day date not null,
  late_mark bigint,
  newest_at timestamp with time zone,
  newest_seq smallint,
  metres integer,
  south_e5 integer,
  west_e5 integer,
  north_e5 integer,
  east_e5 integer,
  coarse bytea,
  middle bytea,
  fine bytea,
  constraint day_lines_pkey PRIMARY KEY (vehicle_id, day)
);

create table deliveries (
  id bigint not null generated always as identity,
  customer_id integer not null,
  vehicle_id integer not null,
  incident_id uuid not null,
  alert_id smallint not null,
  configuration_id integer,
  alert_channel_id smallint not null,
  destination text not null,
  language text not null,
  state text not null default 'waiting'::text,
  fault text,
  created_at timestamp with time zone not null default now(),
  told_at timestamp with time zone,
  digest boolean not null default false,
  mail_id integer,
  ended_at timestamp with time zone,
  held_until timestamp with time zone,
  reported boolean not null default false,
  escalated_after integer,
  due_at timestamp with time zone,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_configuration_id_fkey FOREIGN KEY (configuration_id) REFERENCES alert_configurations(id) ON DELETE SET NULL,
  constraint deliveries_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint deliveries_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE SET NULL,
  constraint deliveries_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'held'::text, 'queued'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
);
CREATE INDEX deliveries_configuration ON public.deliveries USING btree (configuration_id, id DESC);
CREATE INDEX deliveries_mail ON public.deliveries USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE UNIQUE INDEX deliveries_once ON public.deliveries USING btree (incident_id, customer_id, alert_channel_id, destination);
CREATE INDEX deliveries_told ON public.deliveries USING btree (customer_id, alert_channel_id, destination, told_at) WHERE (told_at IS NOT NULL);
CREATE INDEX deliveries_unreported ON public.deliveries USING btree (id) WHERE ((state = 'failed'::text) AND (NOT reported));
CREATE INDEX deliveries_vehicle ON public.deliveries USING btree (vehicle_id);
CREATE INDEX deliveries_waiting ON public.deliveries USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'held'::text]));

create table device_alternations (
  id integer not null generated always as identity,
  device_id integer not null,
  began_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  addresses text[] not null,
  looked_at timestamp with time zone,
  mailed boolean not null default false,
  constraint device_alternations_pkey PRIMARY KEY (id),
  constraint device_alternations_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE
);
CREATE INDEX device_alternations_age ON public.device_alternations USING btree (last_at);
CREATE INDEX device_alternations_device ON public.device_alternations USING btree (device_id, last_at);
CREATE INDEX device_alternations_new ON public.device_alternations USING btree (id) WHERE (looked_at IS NULL);

create table device_checks (
  device_id integer not null,
  made_at timestamp with time zone not null default now(),
  heard_at timestamp with time zone,
  known_at timestamp with time zone,
  fix_at timestamp with time zone,
  ignition_at timestamp with time zone,
  supply_at timestamp with time zone,
  sensors_at timestamp with time zone,
  constraint device_checks_pkey PRIMARY KEY (device_id),
  constraint device_checks_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE
);
CREATE INDEX device_checks_waiting ON public.device_checks USING btree (made_at) WHERE ((known_at IS NULL) OR (fix_at IS NULL) OR (ignition_at IS NULL) OR (supply_at IS NULL) OR (sensors_at IS NULL));

create table device_commands (
  id uuid not null,
  device_id integer not null,
  text text not null,
  state text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  session uuid,
  sent_at timestamp with time zone,
  reporting_interval integer,
  constraint device_commands_pkey PRIMARY KEY (id),
  constraint device_commands_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint device_commands_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'answered'::text, 'refused'::text, 'invalid'::text, 'offline'::text, 'expired'::text, 'lost'::text])))
);
CREATE INDEX device_commands_age ON public.device_commands USING btree (created_at);
CREATE INDEX device_commands_open ON public.device_commands USING btree (device_id, created_at) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text]));

create table device_contests (
  device_id integer not null,
  at timestamp with time zone not null,
  times integer not null,
  address text not null,
  gateway text,
  constraint device_contests_pkey PRIMARY KEY (device_id),
  constraint device_contests_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE
);
CREATE INDEX device_contests_gateway ON public.device_contests USING btree (gateway) WHERE (gateway IS NOT NULL);

create table device_mounts (
  id integer not null generated always as identity,
  device_id integer not null,
  vehicle_id integer not null,
  mounted_from timestamp with time zone not null,
  mounted_to timestamp with time zone,
  constraint device_mounts_device_id_tstzrange_excl EXCLUDE USING gist (device_id WITH =, tstzrange(mounted_from, mounted_to) WITH &&),
  constraint device_mounts_vehicle_id_tstzrange_excl EXCLUDE USING gist (vehicle_id WITH =, tstzrange(mounted_from, mounted_to) WITH &&),
  constraint device_mounts_pkey PRIMARY KEY (id),
  constraint device_mounts_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id),
  constraint device_mounts_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint device_mounts_check CHECK (((mounted_to IS NULL) OR (mounted_to > mounted_from)))
);
CREATE INDEX device_mounts_vehicle ON public.device_mounts USING btree (vehicle_id, mounted_from);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.device_mounts FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table device_replies (
  id uuid not null,
  n smallint not null,
  device_id integer not null,
  session uuid not null,
  received_at timestamp with time zone not null,
  text text not null,
  refused boolean not null,
  command_id uuid,
  constraint device_replies_pkey PRIMARY KEY (id, n),
  constraint device_replies_command_id_fkey FOREIGN KEY (command_id) REFERENCES device_commands(id) ON DELETE CASCADE,
  constraint device_replies_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE
);
CREATE INDEX device_replies_age ON public.device_replies USING btree (received_at);
CREATE INDEX device_replies_command ON public.device_replies USING btree (command_id) WHERE (command_id IS NOT NULL);

create table devices (
  id integer not null generated always as identity,
  imei text not null,
  protocol text not null,
  profile text not null,
  unit_code text,
  reporting_interval integer,
  networks cidr[] not null default '{}'::cidr[],
  wiring jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  certificates text[] not null default '{}'::text[],
  time_zone text,
  password_hash text,
  assumed_family boolean not null default false,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_imei_check CHECK ((imei ~ '^[!-~]{1,64}$'::text)),
  constraint devices_reporting_interval_check CHECK (((reporting_interval >= 1) AND (reporting_interval <= 86400))),
  constraint devices_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);
CREATE INDEX devices_box ON public.devices USING btree (imei);
CREATE UNIQUE INDEX devices_imei ON public.devices USING btree (imei) WHERE (deleted_at IS NULL);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.devices FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table directory_groups (
  id integer not null generated always as identity,
  customer_id integer not null,
  name text not null,
  external_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint directory_groups_pkey PRIMARY KEY (id),
  constraint directory_groups_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX directory_groups_name ON public.directory_groups USING btree (customer_id, lower(name));

create table directory_members (
  group_id integer not null,
  user_id integer not null,
  constraint directory_members_pkey PRIMARY KEY (group_id, user_id),
  constraint directory_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES directory_groups(id) ON DELETE CASCADE,
  constraint directory_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX directory_members_user ON public.directory_members USING btree (user_id);

create table directory_people (
  user_id integer not null,
  external_id text,
  display_name text,
  given_name text,
  family_name text,
  constraint directory_people_pkey PRIMARY KEY (user_id),
  constraint directory_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table driver_activities (
  id integer not null generated always as identity,
  customer_id integer not null,
  vehicle_id integer not null,
  driver_id integer not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone,
  origin text not null default 'person'::text,
  updated_at timestamp with time zone not null default now(),
  constraint driver_activities_driver EXCLUDE USING gist (driver_id WITH =, tstzrange(period_from, period_to) WITH &&) DEFERRABLE,
  constraint driver_activities_vehicle EXCLUDE USING gist (customer_id WITH =, vehicle_id WITH =, tstzrange(period_from, period_to) WITH &&) DEFERRABLE,
  constraint driver_activities_pkey PRIMARY KEY (id),
  constraint driver_activities_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint driver_activities_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  constraint driver_activities_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint driver_activities_check CHECK (((period_to IS NULL) OR (period_to >= period_from))),
  constraint driver_activities_origin_check CHECK ((origin = ANY (ARRAY['person'::text, 'device'::text])))
);
CREATE INDEX driver_activities_changed ON public.driver_activities USING btree (customer_id, updated_at);
CREATE INDEX driver_activities_list ON public.driver_activities USING btree (customer_id, period_from DESC, id DESC);
CREATE INDEX driver_activities_of_driver ON public.driver_activities USING btree (driver_id, period_from);
CREATE INDEX driver_activities_of_vehicle ON public.driver_activities USING btree (vehicle_id, period_from);
CREATE INDEX driver_activities_open ON public.driver_activities USING btree (customer_id, vehicle_id) WHERE (period_to IS NULL);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.driver_activities FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER kinds_delete AFTER DELETE ON public.driver_activities REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('driver');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.driver_activities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('driver');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.driver_activities REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('driver');

create table driver_identifications (
  vehicle_id integer not null,
  at timestamp with time zone not null,
  ibutton_key text not null,
  told_at timestamp with time zone not null,
  customer_id integer,
  driver_id integer,
  constraint driver_identifications_pkey PRIMARY KEY (vehicle_id, at),
  constraint driver_identifications_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id)
);
CREATE INDEX driver_identifications_customer ON public.driver_identifications USING btree (customer_id, at);
CREATE INDEX driver_identifications_told ON public.driver_identifications USING btree (vehicle_id, told_at);

create table driver_marks (
  id bigint not null generated always as identity,
  vehicle_id integer not null,
  from_at timestamp with time zone not null,
  constraint driver_marks_pkey PRIMARY KEY (id)
);

create table drivers (
  id integer not null generated always as identity,
  customer_id integer not null,
  name text not null,
  surname text not null,
  license text,
  license_expiration_date date,
  ibutton_id text,
  ibutton_key text,
  phone_number text,
  email text,
  note text,
  active smallint not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  private_trips boolean not null default false,
  constraint drivers_pkey PRIMARY KEY (id),
  constraint drivers_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint drivers_active_check CHECK ((active = ANY (ARRAY[0, 1]))),
  constraint drivers_check CHECK (((ibutton_key IS NULL) OR (ibutton_id IS NOT NULL)))
);
CREATE INDEX drivers_customer ON public.drivers USING btree (customer_id, upper(surname), upper(name)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX drivers_ibutton ON public.drivers USING btree (customer_id, ibutton_key) WHERE ((deleted_at IS NULL) AND (active = 1));
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.drivers FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table escalations (
  id bigint not null generated always as identity,
  customer_id integer not null,
  vehicle_id integer not null,
  incident_id uuid not null,
  configuration_id integer,
  step jsonb not null,
  language text not null,
  due_at timestamp with time zone not null,
  state text not null default 'planned'::text,
  reason text,
  escalated_to text,
  ended_at timestamp with time zone,
  constraint escalations_pkey PRIMARY KEY (id),
  constraint escalations_configuration_id_fkey FOREIGN KEY (configuration_id) REFERENCES alert_configurations(id) ON DELETE SET NULL,
  constraint escalations_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint escalations_vehicle_id_incident_id_fkey FOREIGN KEY (vehicle_id, incident_id) REFERENCES incidents(vehicle_id, id) ON DELETE CASCADE,
  constraint escalations_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'escalated'::text, 'ended'::text])))
);
CREATE INDEX escalations_configuration ON public.escalations USING btree (configuration_id);
CREATE INDEX escalations_due ON public.escalations USING btree (due_at) WHERE (state = 'planned'::text);
CREATE INDEX escalations_incident ON public.escalations USING btree (vehicle_id, incident_id);
CREATE UNIQUE INDEX escalations_once ON public.escalations USING btree (incident_id, customer_id, step);
CREATE TRIGGER changed AFTER UPDATE ON public.escalations FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table factors (
  id integer not null generated always as identity,
  user_id integer not null,
  type text not null,
  name text not null,
  secret bytea,
  used_steps integer[] not null default '{}'::integer[],
  credential_id text,
  public_key bytea,
  sign_count bigint not null default 0,
  transports text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint factors_credential_id_key UNIQUE (credential_id),
  constraint factors_pkey PRIMARY KEY (id),
  constraint factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint factors_type_check CHECK ((type = ANY (ARRAY['totp'::text, 'passkey'::text])))
);
CREATE UNIQUE INDEX factors_totp ON public.factors USING btree (user_id, ((confirmed_at IS NULL))) WHERE (type = 'totp'::text);
CREATE INDEX factors_user ON public.factors USING btree (user_id);

create table feed_key (
  key bytea not null
);

create table fleet_vehicles (
  customer_id integer not null,
  vehicle_id integer not null,
  fleet_id integer not null,
  constraint fleet_vehicles_pkey PRIMARY KEY (customer_id, vehicle_id),
  constraint fleet_vehicles_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint fleet_vehicles_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES fleets(id) ON DELETE CASCADE,
  constraint fleet_vehicles_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id)
);
CREATE INDEX fleet_vehicles_fleet ON public.fleet_vehicles USING btree (fleet_id);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.fleet_vehicles FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table fleets (
  id integer not null generated always as identity,
  customer_id integer not null,
  code text not null,
  description text not null,
  color text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint fleets_pkey PRIMARY KEY (id),
  constraint fleets_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint fleets_color_check CHECK ((color ~ '^#[0-9a-fA-F]{6}$'::text))
);
CREATE UNIQUE INDEX fleets_code ON public.fleets USING btree (customer_id, caseless(code));
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.fleets FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table gateways (
  name text not null,
  connections integer not null,
  alive_at timestamp with time zone not null,
  constraint gateways_pkey PRIMARY KEY (name)
);

create table geocoded (
  provider text not null,
  language text not null,
  latitude_e3 integer not null,
  longitude_e3 integer not null,
  short text not null,
  asked_at timestamp with time zone not null,
  constraint geocoded_pkey PRIMARY KEY (language, latitude_e3, longitude_e3, provider)
);
CREATE INDEX geocoded_asked ON public.geocoded USING btree (asked_at);

create table hubs (
  id integer not null generated always as identity,
  customer_id integer not null,
  name text not null,
  code text not null,
  color text not null,
  radius double precision not null,
  latitude double precision not null,
  longitude double precision not null,
  address text,
  city text,
  zip_code text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  shape jsonb,
  constraint hubs_pkey PRIMARY KEY (id),
  constraint hubs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint hubs_color_check CHECK ((color ~ '^#[0-9a-fA-F]{6}$'::text)),
  constraint hubs_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint hubs_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint hubs_radius_check CHECK (((radius >= (1)::double precision) AND (radius <= (1000)::double precision)))
);
CREATE UNIQUE INDEX hubs_code ON public.hubs USING btree (customer_id, caseless(code));
CREATE TRIGGER alert_configurations AFTER DELETE ON public.hubs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_areas();
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.hubs FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table identities (
  provider text not null,
  subject text not null,
  user_id integer not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  constraint identities_pkey PRIMARY KEY (provider, subject),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user ON public.identities USING btree (user_id);

create table identity_logouts (
  provider text not null,
  token_id text not null,
  expires_at timestamp with time zone not null,
  constraint identity_logouts_pkey PRIMARY KEY (provider, token_id)
);

create table identity_sessions (
  session_id uuid not null,
  provider text not null,
  subject text not null,
  sid text,
  refresh_token bytea,
  checked_at timestamp with time zone,
  constraint identity_sessions_pkey PRIMARY KEY (session_id),
  constraint identity_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX identity_sessions_checked ON public.identity_sessions USING btree (checked_at) WHERE (refresh_token IS NOT NULL);
CREATE INDEX identity_sessions_subject ON public.identity_sessions USING btree (provider, subject);

create table identity_visits (
  token_hash bytea not null,
  provider text not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  next text,
  expires_at timestamp with time zone not null,
  session_id uuid,
  constraint identity_visits_pkey PRIMARY KEY (token_hash),
  constraint identity_visits_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);

create table incident_marks (
  customer_id integer not null,
  incident_id uuid not null,
  vehicle_id integer not null,
  acknowledged_by integer,
  acknowledged_at timestamp with time zone,
  comment text,
  assigned_to integer,
  updated_at timestamp with time zone not null,
  snoozed_until timestamp with time zone,
  snoozed_by integer,
  constraint incident_marks_pkey PRIMARY KEY (customer_id, incident_id),
  constraint incident_marks_vehicle_id_incident_id_fkey FOREIGN KEY (vehicle_id, incident_id) REFERENCES incidents(vehicle_id, id) ON DELETE CASCADE,
  constraint incident_marks_check CHECK (((acknowledged_by IS NULL) = (acknowledged_at IS NULL)))
);
CREATE INDEX incident_marks_incident ON public.incident_marks USING btree (vehicle_id, incident_id);
CREATE TRIGGER arrived AFTER INSERT OR UPDATE ON public.incident_marks FOR EACH ROW EXECUTE FUNCTION note_incident_mark();
CREATE TRIGGER changed AFTER INSERT OR UPDATE ON public.incident_marks FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER kinds_delete AFTER DELETE ON public.incident_marks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_customer_changes('alert');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.incident_marks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_customer_changes('alert');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.incident_marks REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_customer_changes('alert');
CREATE TRIGGER webhooks_marked AFTER INSERT ON public.incident_marks FOR EACH ROW WHEN ((new.acknowledged_at IS NOT NULL)) EXECUTE FUNCTION webhook_incident_acknowledged();
CREATE TRIGGER webhooks_marked_again AFTER UPDATE ON public.incident_marks FOR EACH ROW WHEN (((old.acknowledged_at IS NULL) AND (new.acknowledged_at IS NOT NULL))) EXECUTE FUNCTION webhook_incident_acknowledged();

create table incident_trail (
  id bigint not null generated always as identity,
  customer_id integer not null,
  incident_id uuid not null,
  vehicle_id integer not null,
  at timestamp with time zone not null,
  said_by integer,
  user_name text not null,
  action text not null,
  comment text,
  assigned_to integer,
  assigned_name text,
  until timestamp with time zone,
  constraint incident_trail_pkey PRIMARY KEY (id),
  constraint incident_trail_vehicle_id_incident_id_fkey FOREIGN KEY (vehicle_id, incident_id) REFERENCES incidents(vehicle_id, id) ON DELETE CASCADE,
  constraint incident_trail_action_check CHECK ((action = ANY (ARRAY['acknowledged'::text, 'taken_back'::text, 'assigned'::text, 'snoozed'::text, 'snooze_ended'::text, 'escalated'::text])))
);
CREATE INDEX incident_trail_customer ON public.incident_trail USING btree (customer_id, incident_id, id);
CREATE INDEX incident_trail_incident ON public.incident_trail USING btree (vehicle_id, incident_id);
CREATE TRIGGER stays BEFORE UPDATE ON public.incident_trail FOR EACH ROW EXECUTE FUNCTION incident_trail_stays();

create table incidents (
  vehicle_id integer not null,
  id uuid not null,
  alert_id smallint not null,
  customer_id integer,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_as text,
  late boolean not null default false,
  data jsonb,
  raised_by timestamp with time zone,
  cleared_by timestamp with time zone,
  updated_at timestamp with time zone not null,
  origin text not null,
  gps_datetime timestamp with time zone,
  latitude_e7 integer,
  longitude_e7 integer,
  subject_id integer,
  until timestamp with time zone,
  constraint incidents_pkey PRIMARY KEY (vehicle_id, id),
  constraint incidents_check CHECK (((closed_at IS NULL) = (closed_as IS NULL))),
  constraint incidents_closed_as_check CHECK ((closed_as = ANY (ARRAY['cleared'::text, 'corrected'::text]))),
  constraint incidents_origin_check CHECK ((origin = ANY (ARRAY['records'::text, 'jobs'::text]))),
  constraint incidents_position CHECK ((((gps_datetime IS NULL) = (latitude_e7 IS NULL)) AND ((gps_datetime IS NULL) = (longitude_e7 IS NULL)))),
  constraint incidents_raised_by CHECK (((origin = 'records'::text) = (raised_by IS NOT NULL)))
);
CREATE INDEX incidents_ended ON public.incidents USING btree (vehicle_id, until) WHERE (until IS NOT NULL);
CREATE INDEX incidents_ending ON public.incidents USING btree (until) WHERE ((closed_at IS NULL) AND (until IS NOT NULL));
CREATE INDEX incidents_history ON public.incidents USING btree (vehicle_id, opened_at);
CREATE UNIQUE INDEX incidents_id ON public.incidents USING btree (id);
CREATE UNIQUE INDEX incidents_open ON public.incidents USING btree (vehicle_id, alert_id, COALESCE(customer_id, 0), COALESCE(subject_id, 0), origin) WHERE (closed_at IS NULL);
CREATE INDEX incidents_open_of_jobs ON public.incidents USING btree (alert_id) WHERE ((closed_at IS NULL) AND (origin = 'jobs'::text));
CREATE INDEX incidents_subject ON public.incidents USING btree (subject_id, alert_id) WHERE ((closed_at IS NULL) AND (subject_id IS NOT NULL));
CREATE TRIGGER arrived AFTER INSERT ON public.incidents FOR EACH ROW EXECUTE FUNCTION note_record_change('4');
CREATE TRIGGER arrived_again AFTER UPDATE ON public.incidents FOR EACH ROW WHEN (((((((((old.opened_at IS DISTINCT FROM new.opened_at) OR (old.closed_at IS DISTINCT FROM new.closed_at)) OR (old.closed_as IS DISTINCT FROM new.closed_as)) OR (old.late IS DISTINCT FROM new.late)) OR (old.data IS DISTINCT FROM new.data)) OR (old.gps_datetime IS DISTINCT FROM new.gps_datetime)) OR (old.latitude_e7 IS DISTINCT FROM new.latitude_e7)) OR (old.longitude_e7 IS DISTINCT FROM new.longitude_e7))) EXECUTE FUNCTION note_record_change('4');
CREATE TRIGGER deliver AFTER INSERT ON public.incidents REFERENCING NEW TABLE AS raised FOR EACH STATEMENT EXECUTE FUNCTION deliver_incidents();
CREATE TRIGGER deliver_again AFTER UPDATE OF closed_at ON public.incidents FOR EACH ROW WHEN (((old.closed_at IS NOT NULL) AND (new.closed_as IS DISTINCT FROM 'corrected'::text) AND ((new.closed_at IS NULL) OR ((new.closed_at > old.closed_at) AND (new.updated_at < (new.closed_at + '00:15:00'::interval)))))) EXECUTE FUNCTION deliver_incident_again();
CREATE TRIGGER kinds_delete AFTER DELETE ON public.incidents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('alert');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.incidents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('alert');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.incidents REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('alert');
CREATE TRIGGER webhooks_changed AFTER UPDATE ON public.incidents FOR EACH ROW WHEN ((((old.closed_at IS NULL) <> (new.closed_at IS NULL)) OR (old.closed_as IS DISTINCT FROM new.closed_as))) EXECUTE FUNCTION webhook_incident_changed();
CREATE TRIGGER webhooks_opened AFTER INSERT ON public.incidents REFERENCING NEW TABLE AS raised FOR EACH STATEMENT EXECUTE FUNCTION webhook_incidents_opened();

create table installation (
  id boolean not null default true,
  setup_token bytea,
  setup_done_at timestamp with time zone,
  demo_kept_at timestamp with time zone,
  demo_removed_at timestamp with time zone,
  map text not null default 'essential'::text,
  timezone text,
  constraint installation_pkey PRIMARY KEY (id),
  constraint installation_id_check CHECK (id),
  constraint installation_map_check CHECK ((map = ANY (ARRAY['essential'::text, 'streets'::text])))
);
CREATE TRIGGER changed AFTER UPDATE ON public.installation FOR EACH ROW EXECUTE FUNCTION notify_installation();

create table late_days (
  vehicle_id integer not null,
  day date not null,
  marked_at timestamp with time zone not null,
  constraint late_days_pkey PRIMARY KEY (vehicle_id, day)
);

create table limits (
  name text not null,
  until double precision not null,
  refill double precision not null,
  constraint limits_pkey PRIMARY KEY (name)
);

create table links (
  id integer not null generated always as identity,
  customer_id integer not null,
  user_id integer not null,
  vehicle_id integer,
  trip_id integer,
  fleet_id integer,
  all_vehicles boolean not null default false,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  token text,
  openings integer not null default 0,
  opened_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint links_token_key UNIQUE (token),
  constraint links_pkey PRIMARY KEY (id),
  constraint links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint links_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES fleets(id) ON DELETE CASCADE,
  constraint links_trip_id_fkey FOREIGN KEY (trip_id) REFERENCES planned_trips(id) ON DELETE CASCADE,
  constraint links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint links_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id) ON DELETE CASCADE,
  constraint links_check CHECK ((period_from < period_to)),
  constraint links_check1 CHECK (((num_nonnulls(vehicle_id, trip_id, fleet_id) + (all_vehicles)::integer) = 1))
);
CREATE INDEX links_customer ON public.links USING btree (customer_id, period_to);
CREATE INDEX links_period ON public.links USING btree (period_to);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE OF vehicle_id, trip_id, fleet_id, all_vehicles, period_from, period_to, ended_at ON public.links FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table login_failures (
  at timestamp with time zone not null default now(),
  account text not null,
  address text not null,
  id bigint not null generated always as identity
);
CREATE INDEX login_failures_account ON public.login_failures USING btree (account, at);
CREATE INDEX login_failures_address ON public.login_failures USING btree (address, at);

create table looks (
  id bigint not null generated always as identity,
  customer_id integer not null,
  user_id integer not null,
  vehicle_id integer,
  driver_id integer,
  what text not null,
  day date not null,
  period_from timestamp with time zone,
  period_to timestamp with time zone,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  times integer not null default 1,
  constraint looks_pkey PRIMARY KEY (id),
  constraint looks_check CHECK (((vehicle_id IS NULL) <> (driver_id IS NULL)))
);
CREATE UNIQUE INDEX looks_day ON public.looks USING btree (user_id, day, what, COALESCE(vehicle_id, 0), COALESCE(driver_id, 0));
CREATE INDEX looks_newest ON public.looks USING btree (customer_id, last_at DESC);

create table mail_attachments (
  mail_id integer not null,
  position smallint not null,
  name text not null,
  type text not null,
  bytes bytea not null,
  constraint mail_attachments_pkey PRIMARY KEY (mail_id, "position"),
  constraint mail_attachments_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE
);

create table mails (
  id integer not null generated always as identity,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  attempts integer not null default 0,
  error text,
  task_id uuid,
  channel text not null default 'email'::text,
  html text,
  fault text,
  failed_at timestamp with time zone,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'chat'::text]))),
  constraint mails_fault_check CHECK ((fault = ANY (ARRAY['refused'::text, 'unreachable'::text, 'too_old'::text])))
);
CREATE UNIQUE INDEX mails_task ON public.mails USING btree (task_id);
CREATE INDEX mails_tried ON public.mails USING btree (id) WHERE ((attempts > 0) AND (sent_at IS NULL) AND (failed_at IS NULL));
CREATE INDEX mails_waiting ON public.mails USING btree (id) WHERE ((sent_at IS NULL) AND (failed_at IS NULL) AND (task_id IS NULL));
CREATE TRIGGER deliveries AFTER UPDATE OF attempts ON public.mails FOR EACH ROW EXECUTE FUNCTION deliveries_of_mail();

create table maintenance_entries (
  id integer not null generated always as identity,
  vehicle_id integer not null,
  type smallint not null,
  message_datetime timestamp with time zone not null,
  subtype text,
  hours double precision,
  km double precision,
  data numeric(9,2),
  description text,
  user_id integer,
  created_at timestamp with time zone not null default now(),
  constraint maintenance_entries_pkey PRIMARY KEY (id),
  constraint maintenance_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint maintenance_entries_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint maintenance_entries_check CHECK (((type < 4) OR ((data IS NOT NULL) AND (description IS NOT NULL)))),
  constraint maintenance_entries_data_check CHECK ((data >= (0)::numeric)),
  constraint maintenance_entries_hours_check CHECK ((hours >= (0)::double precision)),
  constraint maintenance_entries_km_check CHECK ((km >= (0)::double precision)),
  constraint maintenance_entries_type_check CHECK (((type >= 0) AND (type <= 4)))
);
CREATE INDEX maintenance_entries_vehicle ON public.maintenance_entries USING btree (vehicle_id, type, message_datetime DESC, id DESC);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.maintenance_entries FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER kinds_delete AFTER DELETE ON public.maintenance_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('service');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.maintenance_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('service');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.maintenance_entries REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('service');

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  contracts boolean not null default true,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table mqtt_progress (
  customer_id integer not null,
  place bigint not null,
  constraint mqtt_progress_pkey PRIMARY KEY (customer_id),
  constraint mqtt_progress_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE
);

create table mqtt_topics (
  topic text not null,
  constraint mqtt_topics_pkey PRIMARY KEY (topic)
);

create table notifications (
  id integer not null generated always as identity,
  user_id integer not null,
  type text not null,
  data jsonb not null,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_type_check CHECK ((type = ANY (ARRAY['user'::text, 'report'::text, 'other'::text])))
);
CREATE INDEX notifications_user ON public.notifications USING btree (user_id, id DESC);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.notifications FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table pack_checks (
  series text not null,
  vehicle_id integer not null,
  kind text not null,
  day date not null,
  constraint pack_checks_pkey PRIMARY KEY (series),
  constraint pack_checks_series_check CHECK ((series = ANY (ARRAY['positions'::text, 'readings'::text])))
);

create table pack_passes (
  shard smallint not null,
  began_at timestamp with time zone not null,
  constraint pack_passes_pkey PRIMARY KEY (shard)
);

create table passkey_challenges (
  user_id integer not null,
  challenge text not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (user_id, challenge),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['enrol'::text, 'prove'::text])))
);

create table passkey_visits (
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_visits_pkey PRIMARY KEY (challenge)
);

create table password_resets (
  token_hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id, created_at);

create table planned_trips (
  id integer not null generated always as identity,
  customer_id integer not null,
  vehicle_id integer,
  name text not null,
  startdate timestamp with time zone not null,
  arrival timestamp with time zone not null,
  waypoints jsonb not null,
  options jsonb not null,
  route jsonb not null,
  approximate boolean not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint planned_trips_pkey PRIMARY KEY (id),
  constraint planned_trips_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint planned_trips_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id) ON DELETE SET NULL
);
CREATE INDEX planned_trips_customer ON public.planned_trips USING btree (customer_id, startdate);
CREATE INDEX planned_trips_vehicle ON public.planned_trips USING btree (vehicle_id, startdate);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.planned_trips FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table pois (
  id integer not null generated always as identity,
  customer_id integer not null,
  name text not null,
  code text not null,
  color text not null,
  radius double precision not null,
  latitude double precision not null,
  longitude double precision not null,
  address text,
  city text,
  zip_code text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  shape jsonb,
  constraint pois_pkey PRIMARY KEY (id),
  constraint pois_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint hubs_color_check CHECK ((color ~ '^#[0-9a-fA-F]{6}$'::text)),
  constraint hubs_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint hubs_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint hubs_radius_check CHECK (((radius >= (1)::double precision) AND (radius <= (1000)::double precision)))
);
CREATE UNIQUE INDEX pois_code ON public.pois USING btree (customer_id, caseless(code));
CREATE TRIGGER alert_configurations AFTER DELETE ON public.pois REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_areas();
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.pois FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table position_packs (
  day date not null,
  vehicle_id integer not null,
  version smallint not null,
  count integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  checksum bytea not null,
  raw_checksum bytea,
  data bytea not null,
  raw bytea,
  has_levels boolean not null default false,
  metres integer,
  south_e5 integer,
  west_e5 integer,
  north_e5 integer,
  east_e5 integer,
  coarse bytea,
  middle bytea,
  fine bytea,
  constraint position_packs_pkey PRIMARY KEY (vehicle_id, day)
);
CREATE INDEX position_packs_day ON public.position_packs USING brin (day);
CREATE INDEX position_packs_raw ON public.position_packs USING btree (day) WHERE (raw IS NOT NULL);
CREATE INDEX position_packs_without_levels ON public.position_packs USING btree (vehicle_id) WHERE (NOT has_levels);

create table positions (
  message_datetime timestamp with time zone not null,
  vehicle_id integer not null,
  latitude_e7 integer,
  longitude_e7 integer,
  seq smallint not null,
  altitude smallint,
  direction smallint,
  speed smallint,
  satellites smallint,
  io bytea,
  constraint positions_pkey PRIMARY KEY (vehicle_id, message_datetime, seq) INCLUDE (latitude_e7, longitude_e7, speed, direction)
) partition by RANGE (message_datetime);

create table private_changes (
  id bigint not null generated always as identity,
  vehicle_id integer not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone,
  at timestamp with time zone not null default clock_timestamp(),
  written_by xid8 not null default pg_current_xact_id(),
  constraint private_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX private_changes_at ON public.private_changes USING btree (at);

create table private_hours (
  id integer not null generated always as identity,
  customer_id integer not null,
  vehicle_id integer,
  hours jsonb,
  timezone text not null,
  user_id integer,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone,
  constraint private_hours_pkey PRIMARY KEY (id),
  constraint private_hours_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint private_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint private_hours_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint private_hours_check CHECK ((valid_to >= valid_from)),
  constraint private_hours_check1 CHECK (((vehicle_id IS NOT NULL) OR (hours IS NOT NULL)))
);
CREATE INDEX private_hours_company ON public.private_hours USING btree (customer_id) WHERE (vehicle_id IS NULL);
CREATE UNIQUE INDEX private_hours_now ON public.private_hours USING btree (customer_id, COALESCE(vehicle_id, 0)) WHERE (valid_to IS NULL);
CREATE INDEX private_hours_vehicle ON public.private_hours USING btree (vehicle_id) WHERE (vehicle_id IS NOT NULL);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.private_hours FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER kinds_delete AFTER DELETE ON public.private_hours REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_private_hours('private_times', 'position', 'trip');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.private_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_private_hours('private_times', 'position', 'trip');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.private_hours REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_private_hours('private_times', 'position', 'trip');

create table private_switches (
  vehicle_id integer not null,
  at timestamp with time zone not null,
  is_private boolean not null,
  constraint private_switches_pkey PRIMARY KEY (vehicle_id, at)
);
CREATE TRIGGER became_private AFTER INSERT OR DELETE OR UPDATE ON public.private_switches FOR EACH ROW EXECUTE FUNCTION private_switch_changed();
CREATE TRIGGER kinds_delete AFTER DELETE ON public.private_switches REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('private_times', 'position', 'trip');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.private_switches REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('private_times', 'position', 'trip');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.private_switches REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('private_times', 'position', 'trip');

create table private_trips (
  id integer not null generated always as identity,
  customer_id integer not null,
  vehicle_id integer not null,
  driver_id integer not null,
  user_id integer,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint private_trips_pkey PRIMARY KEY (id),
  constraint private_trips_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint private_trips_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES drivers(id),
  constraint private_trips_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint private_trips_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint private_trips_check CHECK ((period_to >= period_from))
);
CREATE INDEX private_trips_customer ON public.private_trips USING btree (customer_id);
CREATE INDEX private_trips_driver ON public.private_trips USING btree (driver_id);
CREATE INDEX private_trips_vehicle ON public.private_trips USING btree (vehicle_id, period_from);
CREATE TRIGGER became_private AFTER INSERT OR UPDATE ON public.private_trips FOR EACH ROW EXECUTE FUNCTION private_trip_changed();
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.private_trips FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER kinds_delete AFTER DELETE ON public.private_trips REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('private_times', 'position', 'trip');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.private_trips REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('private_times', 'position', 'trip');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.private_trips REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('private_times', 'position', 'trip');

create table provider_commands (
  id integer not null generated always as identity,
  at timestamp with time zone not null,
  account text not null,
  host text not null,
  command text not null,
  arguments jsonb not null,
  record_id integer,
  error text,
  constraint provider_commands_pkey PRIMARY KEY (id)
);
CREATE TRIGGER stay BEFORE DELETE OR UPDATE ON public.provider_commands FOR EACH ROW EXECUTE FUNCTION provider_commands_stay();
CREATE TRIGGER stay_whole BEFORE TRUNCATE ON public.provider_commands FOR EACH STATEMENT EXECUTE FUNCTION provider_commands_stay();

create table quarantine (
  id bigint not null generated always as identity,
  device_id integer,
  vehicle_id integer,
  reason text not null,
  message_datetime timestamp with time zone,
  record bytea not null,
  error text,
  received_at timestamp with time zone not null default now(),
  released_at timestamp with time zone,
  constraint quarantine_pkey PRIMARY KEY (id),
  constraint quarantine_reason_check CHECK ((reason = ANY (ARRAY['future'::text, 'ancient'::text, 'retention'::text, 'unmounted'::text, 'data'::text])))
);
CREATE UNIQUE INDEX quarantine_once ON public.quarantine USING btree (device_id, reason, sha256(record)) WHERE (released_at IS NULL);
CREATE INDEX quarantine_waiting ON public.quarantine USING btree (received_at) WHERE (released_at IS NULL);

create table reading_packs (
  day date not null,
  vehicle_id integer not null,
  kind text not null,
  count integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  checksum bytea not null,
  data json not null,
  constraint reading_packs_pkey PRIMARY KEY (vehicle_id, kind, day)
);
CREATE INDEX reading_packs_day ON public.reading_packs USING brin (day);

create table readings (
  message_datetime timestamp with time zone not null,
  vehicle_id integer not null,
  seq smallint not null,
  kind text not null,
  data json not null,
  constraint readings_pkey PRIMARY KEY (vehicle_id, kind, message_datetime, seq) INCLUDE (data)
) partition by RANGE (message_datetime);

create table receipts (
  id text not null,
  customer_id integer not null,
  vehicle_id integer not null,
  user_id integer,
  company text not null,
  plate text not null,
  timezone text not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  statistics jsonb not null,
  seen jsonb not null,
  head_day date not null,
  head_n integer not null,
  marks bytea not null,
  contents bytea not null,
  issued_at timestamp with time zone not null,
  key_id text not null,
  findings json,
  signature bytea,
  constraint receipts_pkey PRIMARY KEY (id)
);
CREATE INDEX receipts_vehicle ON public.receipts USING btree (vehicle_id, issued_at);
CREATE TRIGGER stay BEFORE DELETE OR UPDATE ON public.receipts FOR EACH ROW EXECUTE FUNCTION register_stays();
CREATE TRIGGER stay_whole BEFORE TRUNCATE ON public.receipts FOR EACH STATEMENT EXECUTE FUNCTION register_stays_whole();

create table recent_checkpoints (
  vehicle_id integer not null,
  at timestamp with time zone not null,
  state json not null,
  constraint recent_checkpoints_pkey PRIMARY KEY (vehicle_id, at)
);

create table recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table register_books (
  vehicle_id integer not null,
  begins_at timestamp with time zone not null,
  timezone text not null,
  day date,
  page_from timestamp with time zone not null,
  page_to timestamp with time zone not null,
  previous bytea not null,
  rows integer not null,
  hash bytea not null,
  grid jsonb not null,
  next_at timestamp with time zone not null,
  constraint register_books_pkey PRIMARY KEY (vehicle_id)
);

create table register_days (
  vehicle_id integer not null,
  day date not null,
  timezone text not null,
  grid jsonb not null,
  previous bytea not null,
  rows integer not null,
  hash bytea not null,
  marks bytea not null,
  sealed_at timestamp with time zone not null,
  key_id text not null,
  digest bytea not null,
  signature bytea not null,
  forgotten_at timestamp with time zone,
  constraint register_days_pkey PRIMARY KEY (vehicle_id, day)
);
CREATE TRIGGER stay BEFORE DELETE OR UPDATE ON public.register_days FOR EACH ROW EXECUTE FUNCTION register_stays();
CREATE TRIGGER stay_whole BEFORE TRUNCATE ON public.register_days FOR EACH STATEMENT EXECUTE FUNCTION register_stays_whole();

create table register_keys (
  id text not null,
  public_key bytea not null,
  since timestamp with time zone not null,
  retired_at timestamp with time zone,
  successor text,
  endorsement bytea,
  constraint register_keys_pkey PRIMARY KEY (id),
  constraint register_keys_successor_fkey FOREIGN KEY (successor) REFERENCES register_keys(id)
);
CREATE UNIQUE INDEX register_keys_active ON public.register_keys USING btree ((true)) WHERE (retired_at IS NULL);

create table register_late (
  vehicle_id integer not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  constraint register_late_pkey PRIMARY KEY (vehicle_id)
);

create table register_rows (
  vehicle_id integer not null,
  day date not null,
  n integer not null,
  at timestamp with time zone not null,
  seconds integer not null,
  measured_at timestamp with time zone,
  written_at timestamp with time zone not null,
  T1 real,
  T2 real,
  T3 real,
  T4 real,
  setpoint_t1 real,
  setpoint_t2 real,
  setpoint_t3 real,
  out smallint not null,
  reason text,
  corrects_day date,
  corrects_n integer,
  hash bytea not null,
  extremes json,
  constraint register_rows_pkey PRIMARY KEY (vehicle_id, day, n),
  constraint register_rows_reason_check CHECK ((reason = ANY (ARRAY['late'::text, 'corrected'::text])))
) partition by RANGE (day);
CREATE INDEX register_rows_at ON ONLY public.register_rows USING btree (vehicle_id, at);
CREATE TRIGGER stay BEFORE DELETE OR UPDATE ON public.register_rows FOR EACH ROW EXECUTE FUNCTION register_stays();
CREATE TRIGGER stay_whole BEFORE TRUNCATE ON public.register_rows FOR EACH STATEMENT EXECUTE FUNCTION register_stays_whole();

create table remembered_devices (
  token_hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint remembered_devices_pkey PRIMARY KEY (token_hash),
  constraint remembered_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX remembered_devices_user ON public.remembered_devices USING btree (user_id);

create table replays (
  vehicle_id integer not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  marks bigint not null default 1,
  first_marked_at timestamp with time zone not null,
  last_marked_at timestamp with time zone not null,
  run uuid,
  claimed_at timestamp with time zone,
  constraint replays_pkey PRIMARY KEY (vehicle_id)
);
CREATE TRIGGER kinds_delete AFTER DELETE ON public.replays REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('past');
CREATE TRIGGER register_heard AFTER DELETE ON public.replays FOR EACH ROW EXECUTE FUNCTION register_heard();
CREATE TRIGGER replayed AFTER DELETE ON public.replays FOR EACH ROW EXECUTE FUNCTION forget_recent_checkpoints();

create table report_files (
  customer_id integer not null,
  report_id integer not null,
  file text not null,
  part integer not null,
  bytes bytea not null,
  constraint report_files_pkey PRIMARY KEY (report_id, file, part),
  constraint report_files_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint report_files_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint report_files_file_check CHECK ((file = ANY (ARRAY['xlsx'::text, 'pdf'::text, 'json'::text])))
);

create table report_reads (
  user_id integer not null,
  report_id integer not null,
  read_at timestamp with time zone not null,
  constraint report_reads_pkey PRIMARY KEY (report_id, user_id),
  constraint report_reads_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint report_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX report_reads_user ON public.report_reads USING btree (user_id);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.report_reads FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table report_schedule_runs (
  schedule_id integer not null,
  customer_id integer not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  due_at timestamp with time zone not null,
  state text not null,
  error jsonb,
  report_id integer,
  mail_ids integer[] not null default '{}'::integer[],
  updated_at timestamp with time zone not null default now(),
  mails_at timestamp with time zone,
  constraint report_schedule_runs_pkey PRIMARY KEY (schedule_id, period_from),
  constraint report_schedule_runs_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint report_schedule_runs_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE SET NULL,
  constraint report_schedule_runs_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedules(id) ON DELETE CASCADE,
  constraint report_schedule_runs_state_check CHECK ((state = ANY (ARRAY['making'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX report_schedule_runs_making ON public.report_schedule_runs USING btree (schedule_id) WHERE (state = 'making'::text);
CREATE INDEX report_schedule_runs_report ON public.report_schedule_runs USING btree (report_id);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.report_schedule_runs FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table report_schedules (
  id integer not null generated always as identity,
  customer_id integer not null,
  user_id integer not null,
  name text not null,
  type text not null,
  services text not null,
  about text not null,
  vehicle_id integer,
  fleet_id integer,
  every text not null,
  hour smallint not null,
  recipients text[] not null,
  language text not null,
  active boolean not null default true,
  since timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint report_schedules_pkey PRIMARY KEY (id),
  constraint report_schedules_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint report_schedules_fleet_id_fkey FOREIGN KEY (fleet_id) REFERENCES fleets(id) ON DELETE SET NULL,
  constraint report_schedules_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint report_schedules_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint report_schedules_about_check CHECK ((about = ANY (ARRAY['all'::text, 'fleet'::text, 'vehicle'::text]))),
  constraint report_schedules_every_check CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint report_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint report_schedules_recipients_check CHECK ((cardinality(recipients) > 0))
);
CREATE INDEX report_schedules_customer ON public.report_schedules USING btree (customer_id);
CREATE INDEX report_schedules_fleet ON public.report_schedules USING btree (fleet_id);
CREATE INDEX report_schedules_vehicle ON public.report_schedules USING btree (vehicle_id);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.report_schedules FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table reports (
  id integer not null generated always as identity,
  customer_id integer not null,
  vehicle_id integer,
  vehicle text,
  requested_by integer,
  type text not null,
  services text not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  language text not null,
  ready smallint not null default 0,
  error text,
  hash text,
  task_id uuid,
  idempotency_key text,
  request_digest bytea,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  vehicle_ids integer[],
  told_vehicle_ids integer[],
  told_as_guest jsonb not null default '[]'::jsonb,
  tells_places boolean not null default true,
  built_at timestamp with time zone,
  built_by pg_snapshot,
  withdrawn text,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint reports_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint reports_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id) ON DELETE CASCADE,
  constraint reports_check CHECK ((period_from < period_to)),
  constraint reports_check1 CHECK (((ready = 1) OR (hash IS NULL))),
  constraint reports_ready_check CHECK ((ready = ANY (ARRAY[0, 1, 2]))),
  constraint reports_withdrawn_check CHECK ((withdrawn = ANY (ARRAY['private'::text, 'agreement'::text])))
);
CREATE INDEX reports_customer ON public.reports USING btree (customer_id, id DESC);
CREATE INDEX reports_kept ON public.reports USING btree (ended_at) WHERE (hash IS NOT NULL);
CREATE INDEX reports_key ON public.reports USING btree (requested_by, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX reports_made ON public.reports USING btree (task_id) WHERE (ready = 0);
CREATE UNIQUE INDEX reports_task ON public.reports USING btree (task_id);
CREATE INDEX reports_vehicle ON public.reports USING btree (vehicle_id);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.reports FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER webhooks_ready AFTER UPDATE ON public.reports FOR EACH ROW WHEN (((old.ready <> 1) AND (new.ready = 1))) EXECUTE FUNCTION webhook_report_ready();

create table session_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint session_tokens_pkey PRIMARY KEY (token_hash),
  constraint session_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX session_tokens_session ON public.session_tokens USING btree (session_id);

create table sessions (
  id uuid not null default gen_random_uuid(),
  user_id integer not null,
  cookie_hash bytea not null,
  previous_cookie_hash bytea,
  previous_cookie_until timestamp with time zone,
  expires_at timestamp with time zone not null,
  address text,
  agent text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  rotation_key bytea not null,
  step_up_until timestamp with time zone,
  factor_at timestamp with time zone,
  constraint sessions_cookie_hash_key UNIQUE (cookie_hash),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);
CREATE TRIGGER ended AFTER DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION notify_session_ended();
CREATE TRIGGER ended_update AFTER UPDATE OF ended_at ON public.sessions FOR EACH ROW WHEN ((new.ended_at IS NOT NULL)) EXECUTE FUNCTION notify_session_ended();

create table sign_in_tickets (
  token_hash bytea not null,
  user_id integer not null,
  purpose text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint sign_in_tickets_pkey PRIMARY KEY (token_hash),
  constraint sign_in_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sign_in_tickets_purpose_check CHECK ((purpose = ANY (ARRAY['factor'::text, 'enrol'::text])))
);
CREATE INDEX sign_in_tickets_user ON public.sign_in_tickets USING btree (user_id);

create table sms_counts (
  customer_id integer not null,
  vehicle_id integer not null,
  month date not null,
  total integer not null,
  constraint sms_counts_pkey PRIMARY KEY (customer_id, month, vehicle_id),
  constraint sms_counts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint sms_counts_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id)
);

create table storage_probe (
  filler text not null
);

create table task_answers (
  task_id uuid not null,
  answer text not null,
  created_at timestamp with time zone not null default now(),
  constraint task_answers_pkey PRIMARY KEY (task_id)
);

create table task_runners (
  id uuid not null,
  workers text[] not null,
  seen_at timestamp with time zone not null default now(),
  constraint task_runners_pkey PRIMARY KEY (id)
);

create table tasks (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  payload jsonb not null,
  customer_id integer,
  user_id integer,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  most_attempts integer not null,
  done integer,
  total integer,
  error text,
  cancel_requested_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  line text,
  lane text,
  turn integer,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE,
  constraint tasks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint tasks_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX tasks_created ON public.tasks USING btree (created_at);
CREATE INDEX tasks_lane ON public.tasks USING btree (lane, customer_id) WHERE ((lane IS NOT NULL) AND (state = ANY (ARRAY['waiting'::text, 'running'::text])));
CREATE INDEX tasks_open ON public.tasks USING btree (kind) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text, 'failed'::text]));
CREATE TRIGGER changed AFTER UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION notify_task_changed();

create table tire_rents (
  id integer not null generated always as identity,
  vehicle_id integer not null,
  rent_start date not null,
  rent_end date not null,
  initial_km_contract integer,
  initial_km_period integer,
  contracted_km integer,
  contracted_km_term smallint not null default 0,
  renter_name text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint tire_rents_vehicle_id_key UNIQUE (vehicle_id),
  constraint tire_rents_pkey PRIMARY KEY (id),
  constraint tire_rents_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint vehicle_rents_check CHECK ((rent_end >= rent_start)),
  constraint vehicle_rents_contracted_km_term_check CHECK (((contracted_km_term >= 0) AND (contracted_km_term <= 2)))
);

create table trips (
  vehicle_id integer not null,
  id uuid not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone,
  start_latitude double precision not null,
  start_longitude double precision not null,
  end_latitude double precision not null,
  end_longitude double precision not null,
  end_at timestamp with time zone not null,
  distance integer not null,
  max_speed smallint not null,
  began_by timestamp with time zone not null,
  ended_by timestamp with time zone,
  replaced_by uuid,
  updated_at timestamp with time zone not null,
  constraint trips_pkey PRIMARY KEY (vehicle_id, id),
  constraint trips_check CHECK (((period_to IS NULL) = (ended_by IS NULL)))
);
CREATE UNIQUE INDEX trips_open ON public.trips USING btree (vehicle_id) WHERE ((period_to IS NULL) AND (replaced_by IS NULL));
CREATE INDEX trips_period ON public.trips USING btree (vehicle_id, period_from) WHERE (replaced_by IS NULL);
CREATE TRIGGER arrived AFTER INSERT ON public.trips FOR EACH ROW EXECUTE FUNCTION note_record_change('3');
CREATE TRIGGER arrived_again AFTER UPDATE ON public.trips FOR EACH ROW WHEN ((((((((((old.period_from IS DISTINCT FROM new.period_from) OR (old.period_to IS DISTINCT FROM new.period_to)) OR (old.start_latitude IS DISTINCT FROM new.start_latitude)) OR (old.start_longitude IS DISTINCT FROM new.start_longitude)) OR (old.end_latitude IS DISTINCT FROM new.end_latitude)) OR (old.end_longitude IS DISTINCT FROM new.end_longitude)) OR (old.distance IS DISTINCT FROM new.distance)) OR (old.max_speed IS DISTINCT FROM new.max_speed)) OR (old.replaced_by IS DISTINCT FROM new.replaced_by))) EXECUTE FUNCTION note_record_change('3');
CREATE TRIGGER kinds_delete AFTER DELETE ON public.trips REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('trip');
CREATE TRIGGER kinds_insert AFTER INSERT ON public.trips REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('trip');
CREATE TRIGGER kinds_update AFTER UPDATE ON public.trips REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_vehicle_changes('trip');
CREATE TRIGGER webhooks_ended AFTER UPDATE ON public.trips FOR EACH ROW WHEN (((old.period_to IS NULL) AND (new.period_to IS NOT NULL) AND (new.replaced_by IS NULL))) EXECUTE FUNCTION webhook_trip_ended();
CREATE TRIGGER webhooks_started AFTER INSERT ON public.trips REFERENCING NEW TABLE AS started FOR EACH STATEMENT EXECUTE FUNCTION webhook_trips_started();

create table type_activities (
  id integer not null generated always as identity,
  customer_id integer not null,
  type_id integer not null,
  vehicle_id integer not null,
  date date not null,
  amount numeric(9,2) not null,
  supplier text,
  km double precision,
  hour double precision,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint type_activities_pkey PRIMARY KEY (id),
  constraint type_activities_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint type_activities_type_id_fkey FOREIGN KEY (type_id) REFERENCES types(id),
  constraint type_activities_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint type_activities_amount_check CHECK ((amount >= (0)::numeric)),
  constraint type_activities_hour_check CHECK ((hour >= (0)::double precision)),
  constraint type_activities_km_check CHECK ((km >= (0)::double precision))
);
CREATE INDEX type_activities_customer ON public.type_activities USING btree (customer_id, date DESC, id DESC);
CREATE INDEX type_activities_type ON public.type_activities USING btree (type_id);
CREATE INDEX type_activities_vehicle ON public.type_activities USING btree (vehicle_id, date DESC);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.type_activities FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table types (
  id integer not null generated always as identity,
  customer_id integer not null,
  name text not null,
  repeat_after_km integer,
  repeat_after_hour integer,
  repeat_after_period integer,
  notice_after_km integer,
  notice_after_hour integer,
  notice_after_period integer,
  note text,
  active smallint not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint types_pkey PRIMARY KEY (id),
  constraint types_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint types_active_check CHECK ((active = ANY (ARRAY[0, 1]))),
  constraint types_notice_after_hour_check CHECK ((notice_after_hour >= 0)),
  constraint types_notice_after_km_check CHECK ((notice_after_km >= 0)),
  constraint types_notice_after_period_check CHECK ((notice_after_period >= 0)),
  constraint types_repeat_after_hour_check CHECK ((repeat_after_hour >= 0)),
  constraint types_repeat_after_km_check CHECK ((repeat_after_km >= 0)),
  constraint types_repeat_after_period_check CHECK ((repeat_after_period >= 0))
);
CREATE INDEX types_customer ON public.types USING btree (customer_id);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.types FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table unclaimed_devices (
  identifier text not null,
  protocol text not null,
  address text not null,
  first_seen timestamp with time zone not null default now(),
  last_seen timestamp with time zone not null default now(),
  count bigint not null default 1,
  constraint unclaimed_devices_pkey PRIMARY KEY (identifier)
);

create table users (
  id integer not null generated always as identity,
  customer_id integer,
  name text not null,
  email text not null,
  role text,
  language text not null default 'it'::text,
  password_hash text,
  password_changed_at timestamp with time zone not null default now(),
  disabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  had_password boolean not null default false,
  provider boolean not null default false,
  secrets_ended_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint users_company_or_provider CHECK (((customer_id IS NOT NULL) OR provider)),
  constraint users_language_check CHECK ((language = ANY (ARRAY['it'::text, 'en'::text, 'es'::text, 'de'::text]))),
  constraint users_provider_prints_not CHECK (((NOT provider) OR (role IS DISTINCT FROM 'printing'::text))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['view'::text, 'edit'::text, 'control'::text, 'printing'::text]))),
  constraint users_role_in_company CHECK (((customer_id IS NULL) = (role IS NULL)))
);
CREATE INDEX users_customer ON public.users USING btree (customer_id);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE TRIGGER calendar_ends AFTER UPDATE ON public.users FOR EACH ROW WHEN (((new.secrets_ended_at IS DISTINCT FROM old.secrets_ended_at) OR (new.disabled AND (NOT old.disabled)) OR ((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL)) OR (new.customer_id IS DISTINCT FROM old.customer_id) OR ((new.role IS DISTINCT FROM old.role) AND ((new.role IS NULL) OR (new.role = 'printing'::text))))) EXECUTE FUNCTION end_calendar_of_user();
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER close_setup AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION close_setup();
CREATE TRIGGER remember_password BEFORE INSERT OR UPDATE OF password_hash ON public.users FOR EACH ROW WHEN ((new.password_hash IS NOT NULL)) EXECUTE FUNCTION remember_password();
CREATE TRIGGER sessions_end AFTER UPDATE ON public.users FOR EACH ROW WHEN (((new.role IS DISTINCT FROM old.role) OR (new.customer_id IS DISTINCT FROM old.customer_id) OR (new.disabled AND (NOT old.disabled)) OR ((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL)) OR (lower(new.email) <> lower(old.email)) OR (old.provider AND (NOT new.provider)))) EXECUTE FUNCTION end_sessions_of_user();

create table vehicle_agreements (
  id integer not null generated always as identity,
  vehicle_id integer not null,
  customer_id integer not null,
  agreement_id smallint not null,
  active_from timestamp with time zone not null,
  active_to timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  guest boolean not null,
  constraint vehicle_agreements_pkey PRIMARY KEY (id),
  constraint vehicle_agreements_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint vehicle_agreements_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint vehicle_agreements_check CHECK (((active_to IS NULL) OR (active_to > active_from)))
);
CREATE INDEX vehicle_agreements_customer ON public.vehicle_agreements USING btree (customer_id, vehicle_id);
CREATE INDEX vehicle_agreements_ends ON public.vehicle_agreements USING btree (active_to) WHERE (active_to IS NOT NULL);
CREATE INDEX vehicle_agreements_guests ON public.vehicle_agreements USING btree (customer_id, vehicle_id) WHERE guest;
CREATE INDEX vehicle_agreements_vehicle ON public.vehicle_agreements USING btree (vehicle_id, customer_id);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.vehicle_agreements FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER guest BEFORE INSERT OR UPDATE OF vehicle_id, customer_id ON public.vehicle_agreements FOR EACH ROW EXECUTE FUNCTION vehicle_agreements_guest();
CREATE TRIGGER remembered AFTER INSERT OR DELETE OR UPDATE ON public.vehicle_agreements FOR EACH ROW EXECUTE FUNCTION agreement_changed();
CREATE TRIGGER webhooks_changed AFTER INSERT OR DELETE OR UPDATE ON public.vehicle_agreements FOR EACH ROW EXECUTE FUNCTION webhook_agreement_changed();

create table vehicle_changes (
  vehicle_id integer not null,
  kind text not null,
  customer_id integer,
  at timestamp with time zone not null default clock_timestamp()
);
CREATE INDEX vehicle_changes_at ON public.vehicle_changes USING btree (at);
CREATE INDEX vehicle_changes_vehicle ON public.vehicle_changes USING btree (vehicle_id, at);

create table vehicle_facts_before (
  vehicle_id integer not null,
  until timestamp with time zone not null,
  vehicle_type text not null,
  configurations jsonb not null,
  tire_parameters jsonb,
  constraint vehicle_facts_before_pkey PRIMARY KEY (vehicle_id, until)
);

create table vehicle_rents (
  id integer not null generated always as identity,
  vehicle_id integer not null,
  rent_start date not null,
  rent_end date not null,
  initial_km_contract integer,
  initial_km_period integer,
  contracted_km integer,
  contracted_km_term smallint not null default 0,
  renter_name text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint vehicle_rents_vehicle_id_key UNIQUE (vehicle_id),
  constraint vehicle_rents_pkey PRIMARY KEY (id),
  constraint vehicle_rents_vehicle_id_fkey FOREIGN KEY (vehicle_id) REFERENCES vehicles(id),
  constraint vehicle_rents_check CHECK ((rent_end >= rent_start)),
  constraint vehicle_rents_contracted_km_term_check CHECK (((contracted_km_term >= 0) AND (contracted_km_term <= 2)))
);

create table vehicle_state (
  vehicle_id integer not null,
  version bigint not null,
  message_datetime timestamp with time zone not null,
  seq smallint not null,
  gps_datetime timestamp with time zone,
  latitude_e7 integer,
  longitude_e7 integer,
  altitude smallint,
  direction smallint,
  speed smallint,
  satellites smallint,
  moving boolean,
  ignition boolean,
  odometer integer,
  latest json not null default '{}'::json,
  memory json not null default '{}'::json,
  updated_at timestamp with time zone not null,
  motion text,
  motion_since timestamp with time zone,
  constraint vehicle_state_pkey PRIMARY KEY (vehicle_id)
);

create table vehicles (
  id integer not null generated always as identity,
  customer_id integer not null,
  plate text not null,
  serial text,
  model text,
  color text,
  vehicle_type text not null,
  vehicle_subtype text,
  km_offset integer not null default 0,
  log_interval integer not null default 900,
  ownership_type smallint not null default 0,
  tire_ownership smallint not null default 0,
  axles_number smallint,
  configurations jsonb not null default '{}'::jsonb,
  retired boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  searched text generated always as (((((searchable(plate) || chr(1)) || COALESCE(searchable(serial), ''::text)) || chr(1)) || COALESCE(searchable(model), ''::text))) stored,
  tire_parameters jsonb,
  plate_key text,
  constraint vehicles_pkey PRIMARY KEY (id),
  constraint vehicles_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint vehicles_axles_number_check CHECK (((axles_number >= 1) AND (axles_number <= 5))),
  constraint vehicles_check CHECK (((vehicle_subtype IS NULL) OR (vehicle_type = 'U'::text))),
  constraint vehicles_log_interval_check CHECK ((log_interval = ANY (ARRAY[900, 1800, 2700, 3600]))),
  constraint vehicles_ownership_type_check CHECK (((ownership_type >= 0) AND (ownership_type <= 2))),
  constraint vehicles_tire_ownership_check CHECK (((tire_ownership >= 0) AND (tire_ownership <= 1))),
  constraint vehicles_vehicle_subtype_check CHECK ((vehicle_subtype = ANY (ARRAY['none'::text, 'pickup'::text, 'city_car'::text, 'berlina'::text, 'suv'::text, 'electric'::text]))),
  constraint vehicles_vehicle_type_check CHECK ((vehicle_type = ANY (ARRAY['M'::text, 'P'::text, 'R'::text, 'S'::text, 'V'::text, 'T'::text, 'C'::text, 'U'::text])))
);
CREATE INDEX vehicles_of_customer ON public.vehicles USING btree (customer_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX vehicles_plate ON public.vehicles USING btree (customer_id, upper(plate)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX vehicles_plate_key ON public.vehicles USING btree (customer_id, plate_key) WHERE (deleted_at IS NULL);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.vehicles FOR EACH ROW EXECUTE FUNCTION notify_changed();
CREATE TRIGGER facts_before AFTER UPDATE ON public.vehicles FOR EACH ROW WHEN (((old.vehicle_type IS DISTINCT FROM new.vehicle_type) OR (old.configurations IS DISTINCT FROM new.configurations) OR (old.tire_parameters IS DISTINCT FROM new.tire_parameters))) EXECUTE FUNCTION keep_vehicle_facts();
CREATE TRIGGER plate_key BEFORE INSERT OR UPDATE OF plate ON public.vehicles FOR EACH ROW EXECUTE FUNCTION set_plate_key();

create table views (
  id integer not null generated always as identity,
  customer_id integer not null,
  user_id integer not null,
  list text not null,
  name text not null,
  shared boolean not null,
  columns text[] not null,
  sort text,
  filters jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint views_pkey PRIMARY KEY (id),
  constraint views_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX views_customer ON public.views USING btree (customer_id, list);
CREATE UNIQUE INDEX views_name ON public.views USING btree (user_id, customer_id, list, upper(name));
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE ON public.views FOR EACH ROW EXECUTE FUNCTION notify_changed();

create table visits (
  id integer not null generated always as identity,
  customer_id integer not null,
  user_id integer not null,
  reason text not null,
  opened_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  looks integer not null default 0,
  looked_at timestamp with time zone,
  constraint visits_pkey PRIMARY KEY (id)
);
CREATE INDEX visits_newest ON public.visits USING btree (customer_id, opened_at DESC);

create table webhook_attempts (
  id integer not null generated always as identity,
  event_id bigint not null,
  webhook_id integer not null,
  at timestamp with time zone not null,
  attempt integer not null,
  status smallint,
  fault text,
  duration integer not null,
  answer text,
  constraint webhook_attempts_pkey PRIMARY KEY (id),
  constraint webhook_attempts_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_event ON public.webhook_attempts USING btree (event_id);
CREATE INDEX webhook_attempts_webhook ON public.webhook_attempts USING btree (webhook_id, id DESC);

create table webhook_events (
  id bigint not null generated always as identity,
  message_id uuid not null default gen_random_uuid(),
  webhook_id integer not null,
  vehicle_id integer,
  type text not null,
  subject text not null,
  facts jsonb not null default '{}'::jsonb,
  at timestamp with time zone not null,
  body text,
  attempts integer not null default 0,
  first_attempt_at timestamp with time zone,
  next_at timestamp with time zone,
  state text not null default 'waiting'::text,
  ended_at timestamp with time zone,
  lane integer not null generated always as (
CASE
    WHEN (type = 'test'::text) THEN '-1'::integer
    ELSE COALESCE(vehicle_id, 0)
END) stored,
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint webhook_events_check CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  constraint webhook_events_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
);
CREATE INDEX webhook_events_ended ON public.webhook_events USING btree (ended_at) WHERE (state <> 'waiting'::text);
CREATE INDEX webhook_events_lanes ON public.webhook_events USING btree (webhook_id, lane, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_events_retried ON public.webhook_events USING btree (webhook_id, lane, next_at) WHERE ((state = 'waiting'::text) AND (attempts > 0));
CREATE INDEX webhook_events_tests ON public.webhook_events USING btree (webhook_id, id) WHERE ((state = 'waiting'::text) AND (type = 'test'::text));
CREATE INDEX webhook_events_waiting ON public.webhook_events USING btree (webhook_id, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_events_webhook ON public.webhook_events USING btree (webhook_id, id) WHERE (state <> 'waiting'::text);

create table webhook_leases (
  webhook_id integer not null,
  instance text not null,
  until timestamp with time zone not null,
  constraint webhook_leases_pkey PRIMARY KEY (webhook_id),
  constraint webhook_leases_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

create table webhook_silences (
  webhook_id integer not null,
  device_id integer not null,
  silent_since timestamp with time zone not null,
  constraint webhook_silences_pkey PRIMARY KEY (webhook_id, device_id),
  constraint webhook_silences_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint webhook_silences_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

create table webhooks (
  id integer not null generated always as identity,
  customer_id integer not null,
  user_id integer,
  url text not null,
  events text[] not null,
  vehicle_ids integer[],
  fleet_ids integer[],
  active boolean not null default true,
  secret text not null,
  old_secret text,
  old_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  paused_until timestamp with time zone,
  taken_at timestamp with time zone,
  switched_off_by text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint webhooks_check CHECK (((old_secret IS NULL) = (old_secret_until IS NULL))),
  constraint webhooks_events_check CHECK ((cardinality(events) > 0)),
  constraint webhooks_switched_off_by_check CHECK ((switched_off_by = ANY (ARRAY['gone'::text, 'failing'::text, 'restored'::text])))
);
CREATE INDEX webhooks_active ON public.webhooks USING btree (id) WHERE active;
CREATE INDEX webhooks_customer ON public.webhooks USING btree (customer_id);
CREATE TRIGGER changed AFTER INSERT OR DELETE OR UPDATE OF url, events, vehicle_ids, fleet_ids, active ON public.webhooks FOR EACH ROW EXECUTE FUNCTION notify_changed();

CREATE OR REPLACE FUNCTION public.agreement_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into agreement_changes (vehicle_id, customer_id, at, begun)
  select c.vehicle_id, c.customer_id, now(), bool_or(c.active_from <= now())
  from (values (old.vehicle_id, old.customer_id, old.active_from), (new.vehicle_id, new.customer_id, new.active_from)) c (vehicle_id, customer_id, active_from)
  where exists (select from vehicles v where v.id = c.vehicle_id) and exists (select from customers u where u.id = c.customer_id)
  group by c.vehicle_id, c.customer_id order by c.vehicle_id, c.customer_id
  on conflict (vehicle_id, customer_id) do update set at = excluded.at, begun = agreement_changes.begun or excluded.begun;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.alert_recipients(of_vehicle integer, of_alert integer, of_customer integer, of_subject integer)
 RETURNS SETOF alert_configurations
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from alert_configurations c
  where c.vehicle_id = of_vehicle and c.alert_id = of_alert and (of_customer is null or of_customer = c.customer_id)
    and names_area(c.hub_ids, c.poi_ids, of_alert, of_subject)
$function$;

CREATE OR REPLACE FUNCTION public.all_written(written bigint, expected bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if written <> expected then
    raise exception '% of % rows were written by somebody else', expected - written, expected using errcode = 'serialization_failure';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.any_webhook()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select exists (select from webhooks where active) $function$;

CREATE OR REPLACE FUNCTION public.audit_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit trail is not changed';
end $function$;

CREATE OR REPLACE FUNCTION public.caseless(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select translate(
    normalize(words, NFC),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽ',
    'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżž')
$function$;

CREATE OR REPLACE FUNCTION public.close_setup()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update installation set setup_done_at = now(), setup_token = null
  where setup_done_at is null and not exists (select 1 from customers where id = new.customer_id and demo);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.command_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into command_trail (command_id, at, status, reason, answer, ordered_by, user_name, action, args, text)
  values (new.id, new.changed_at, new.status, new.reason, new.answer, new.ordered_by, new.user_name, new.action, new.args, new.text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.command_trail_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- with its command, when the vehicle is forgotten
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'the trail of commands is not changed';
end $function$;

CREATE OR REPLACE FUNCTION public.commands_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.vehicle_id, new.device_id, new.action, new.same, new.args, new.text, new.command_data, new.ordered_by, new.user_name, new.message_datetime)
      is distinct from (old.id, old.vehicle_id, old.device_id, old.action, old.same, old.args, old.text, old.command_data, old.ordered_by, old.user_name, old.message_datetime)
      or old.status not in (1, 4) then
      raise exception 'what was ordered is not changed';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' and exists (
    select from vehicles v join customers c on c.id = v.customer_id where v.id = old.vehicle_id and (v.deleted_at is not null or c.deleted_at is not null or c.demo)) then
    return old;
  end if;
  raise exception 'what was ordered stays as long as its vehicle';
end $function$;

CREATE OR REPLACE FUNCTION public.create_month(parent text, month date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  child text := parent || '_' || to_char(month, 'YYYYMM');
  bounds text := format('message_datetime >= %L and message_datetime < %L', month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
begin
  perform pg_advisory_xact_lock(7106003, hashtext(parent));
  if to_regclass(child) is not null then return; end if;
  execute format('create table %I (like %I including defaults including constraints including indexes) with (autovacuum_vacuum_insert_scale_factor = 0.01)', child, parent);
  execute format('lock table %I in access exclusive mode', parent || '_default');
  execute format('with moved as (delete from %I where %s returning *) insert into %I select * from moved', parent || '_default', bounds, child);
  execute format('alter table %I add constraint %I check (%s)', child, child || '_month', bounds);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child,
    month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
  execute format('alter table %I drop constraint %I', child, child || '_month');
end $function$;

CREATE OR REPLACE FUNCTION public.create_register_month(month date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  child text := 'register_rows_' || to_char(month, 'YYYYMM');
begin
  if to_regclass(child) is not null then return; end if;
  perform pg_advisory_xact_lock(7106003, hashtext('register_rows'));
  if to_regclass(child) is not null then return; end if;
  execute format('create table %I (like register_rows including defaults including constraints including indexes)', child);
  execute format('create trigger stay_whole before truncate on %I for each statement execute function register_stays_whole()', child);
  execute format('alter table register_rows attach partition %I for values from (%L) to (%L)', child, month, (month + interval '1 month')::date);
end $function$;

CREATE OR REPLACE FUNCTION public.deliver_incident_again()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at, due_at)
  select distinct on (c.customer_id, c.alert_channel_id, c.destination)
    c.customer_id, c.vehicle_id, new.id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, new.updated_at, c.due_at
  from incident_recipients(new.vehicle_id, new.alert_id, new.customer_id, new.subject_id, new.opened_at, new.data) c
  order by c.customer_id, c.alert_channel_id, c.destination, c.due_at nulls first
  on conflict (incident_id, customer_id, alert_channel_id, destination) do update set state = 'waiting', fault = null, ended_at = null, created_at = excluded.created_at, due_at = excluded.due_at
    where deliveries.state = 'dropped';
  insert into escalations (customer_id, vehicle_id, incident_id, configuration_id, step, language, due_at)
  select distinct on (c.customer_id, step)
    c.customer_id, c.vehicle_id, new.id, c.id, step, c.language, greatest(new.updated_at, c.due_at) + make_interval(mins => (step ->> 'minutes')::integer)
  from incident_recipients(new.vehicle_id, new.alert_id, new.customer_id, new.subject_id, new.opened_at, new.data) c cross join lateral jsonb_array_elements(c.escalation) step
  order by c.customer_id, step, c.due_at nulls first
  on conflict (incident_id, customer_id, step) do update set state = 'planned', due_at = excluded.due_at, reason = null, ended_at = null
    where escalations.state = 'ended';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.deliver_incidents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with recipients as (
    select i.id as incident_id, i.updated_at as raised_at, c.* from raised i
    cross join lateral incident_recipients(i.vehicle_id, i.alert_id, i.customer_id, i.subject_id, i.opened_at, i.data) c
    where not i.late
  ), added as (
    insert into deliveries (customer_id, vehicle_id, incident_id, alert_id, configuration_id, alert_channel_id, destination, language, created_at, due_at)
    select customer_id, vehicle_id, incident_id, alert_id, id, alert_channel_id, destination, language, raised_at, due_at
    from recipients order by due_at nulls first, id
    on conflict do nothing
  )
  insert into escalations (customer_id, vehicle_id, incident_id, configuration_id, step, language, due_at)
  select customer_id, vehicle_id, incident_id, id, step, language, greatest(raised_at, due_at) + make_interval(mins => (step ->> 'minutes')::integer)
  from recipients cross join lateral jsonb_array_elements(escalation) step
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.deliveries_of_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update deliveries set fault = new.fault, ended_at = coalesce(new.sent_at, new.failed_at),
    state = case when new.sent_at is not null then 'sent' when new.failed_at is not null then 'failed' else 'queued' end
  where mail_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_month(parent text, month date)
 RETURNS boolean
 LANGUAGE plpgsql
 SET lock_timeout TO '500ms'
AS $function$
declare
  child text := parent || '_' || to_char(month, 'YYYYMM');
begin
  perform pg_advisory_xact_lock(7106003, hashtext(parent));
  if to_regclass(child) is null then return false; end if;
  execute format('lock table %I in access exclusive mode', child);
  execute format('drop table %I', child);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.end_calendar_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from calendars where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_sessions_of_customer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sessions s set ended_at = now() from users u where u.customer_id = new.id and s.user_id = u.id and s.ended_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_sessions_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sessions set ended_at = now() where user_id = new.id and ended_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_areas()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  hubs integer[] := case tg_table_name when 'hubs' then array(select id from removed) else '{}' end;
  pois integer[] := case tg_table_name when 'pois' then array(select id from removed) else '{}' end;
  customers integer[] := array(select distinct customer_id from removed);
begin
  with remaining as (
    select c.id, c.customer_id, c.vehicle_id, c.alert_id, c.alert_channel_id, c.destination, c.threshold, c.schedule,
      without_areas(c.hub_ids, hubs) as hub_ids, without_areas(c.poi_ids, pois) as poi_ids
    from alert_configurations c where c.customer_id = any (customers) and (c.hub_ids && hubs or c.poi_ids && pois)
  ), numbered as (
    select r.*, row_number() over (partition by customer_id, vehicle_id, alert_id, alert_channel_id, destination, hub_ids, poi_ids, threshold, schedule order by id) as n
    from remaining r
  )
  delete from alert_configurations c using numbered r
  where c.id = r.id and (r.n > 1 or (r.hub_ids = '{}' and r.poi_ids = '{}') or exists (
    select from alert_configurations o
    where (o.customer_id, o.vehicle_id, o.alert_id, o.alert_channel_id, o.destination, o.hub_ids, o.poi_ids)
      = (r.customer_id, r.vehicle_id, r.alert_id, r.alert_channel_id, r.destination, r.hub_ids, r.poi_ids)
      and o.threshold is not distinct from r.threshold and o.schedule is not distinct from r.schedule));
  update alert_configurations c set hub_ids = without_areas(hub_ids, hubs), poi_ids = without_areas(poi_ids, pois)
  where c.customer_id = any (customers) and (c.hub_ids && hubs or c.poi_ids && pois);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_chat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from alert_configurations where customer_id = old.customer_id and alert_channel_id = 10 and destination = old.name;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_recent_checkpoints()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from recent_checkpoints where vehicle_id = old.vehicle_id and at > old.from_at;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.incident_recipients(of_vehicle integer, of_alert integer, of_customer integer, of_subject integer, began timestamp with time zone, data jsonb)
 RETURNS TABLE(customer_id integer, vehicle_id integer, alert_id smallint, id integer, alert_channel_id smallint, destination text, language text, escalation jsonb, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select c.customer_id, c.vehicle_id, c.alert_id, c.id, c.alert_channel_id, c.destination, c.language, c.escalation, t.due_at
  from alert_recipients(of_vehicle, of_alert, of_customer, of_subject) c join customers k on k.id = c.customer_id,
    lateral (select (data ->> 'arrived_at')::timestamptz + make_interval(mins => coalesce(c.threshold, (data ->> 'minutes')::integer)) as due_at) t
  where c.schedule is null or within_hours(c.schedule, began, k.timezone)
  order by t.due_at nulls first, c.id
$function$;

CREATE OR REPLACE FUNCTION public.incident_trail_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the trail of an incident is not changed';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_vehicle_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into vehicle_facts_before (vehicle_id, until, vehicle_type, configurations, tire_parameters)
  select old.id, least(now(), s.message_datetime + interval '1 millisecond'), old.vehicle_type, old.configurations, old.tire_parameters
  from vehicle_state s where s.vehicle_id = old.id and s.message_datetime is not null on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.loosen_readings(vehicle integer, since timestamp with time zone, until timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  with gone as (delete from reading_packs k where k.vehicle_id = vehicle and k.last_at >= since and k.first_at < until returning k as pack)
  insert into readings (message_datetime, vehicle_id, seq, kind, data)
    select u.message_datetime, vehicle, u.seq, (g.pack).kind, u.data from gone g cross join lateral unpack_readings(g.pack) u
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.names_area(hub_ids integer[], poi_ids integer[], alert_id integer, subject_id integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (cardinality(hub_ids) = 0 and cardinality(poi_ids) = 0)
    or coalesce(case when alert_id in (10, 11) or subject_id < 0 then abs(subject_id) = any(poi_ids) else subject_id = any(hub_ids) end, false)
$function$;

CREATE OR REPLACE FUNCTION public.note_customer_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into vehicle_changes (vehicle_id, customer_id, kind, at)
    select c.vehicle_id, c.customer_id, k.kind, max(coalesce(time_of_change(tg_op, to_jsonb(c)), clock_timestamp())) from changed c, unnest(tg_argv) as k(kind) group by 1, 2, 3;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_incident_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changed_records (feed, vehicle_id, record_id, customer_id) values (4, new.vehicle_id, new.incident_id, new.customer_id)
  on conflict (feed, vehicle_id, record_id, customer_id) do update set at = clock_timestamp(), place = null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_private_hours()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into vehicle_changes (vehicle_id, kind)
    select v.id, k.kind from vehicles v, unnest(tg_argv) as k(kind)
    where v.id in (select vehicle_id from changed where vehicle_id is not null)
      or v.customer_id in (select customer_id from changed where vehicle_id is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_record_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changed_records (feed, vehicle_id, record_id) values (tg_argv[0]::smallint, new.vehicle_id, new.id)
  on conflict (feed, vehicle_id, record_id, customer_id) do update set at = clock_timestamp(), place = null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_vehicle_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into vehicle_changes (vehicle_id, kind, at)
    select c.vehicle_id, k.kind, max(coalesce(time_of_change(tg_op, to_jsonb(c)), clock_timestamp())) from changed c, unnest(tg_argv) as k(kind) group by 1, 2;
  if tg_op = 'UPDATE' then
    -- What went to another vehicle is gone from this one.
    insert into vehicle_changes (vehicle_id, kind)
      select b.vehicle_id, k.kind from (select vehicle_id from before except select vehicle_id from changed) b, unnest(tg_argv) as k(kind);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_alert_configurations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changed', jsonb_build_object('table', tg_table_name, 'customer_id', c.customer_id)::text)
    from (select distinct customer_id from changed where customer_id is not null) c;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('changed', jsonb_strip_nulls(jsonb_build_object(
    'table', tg_table_name, 'id', r -> 'id', 'customer_id', r -> 'customer_id', 'vehicle_id', r -> 'vehicle_id', 'device_id', r -> 'device_id', 'user_id', r -> 'user_id'))::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_installation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changed', '{"table": "installation"}');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_session_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changed', jsonb_build_object('table', 'sessions', 'session_id', old.id, 'user_id', old.user_id)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_task_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changed', jsonb_strip_nulls(jsonb_build_object(
    'table', 'tasks', 'task_id', new.id, 'customer_id', new.customer_id, 'user_id', new.user_id, 'cancelled', new.cancel_requested_at is not null,
    'kind', new.kind, 'ended', new.ended_at is not null))::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.pack_bytes(bytes integer[], INOUT place integer, OUT content bytea)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  size bigint;
begin
  select * into place, size from pack_number(bytes, place);
  content := coalesce((select string_agg(set_byte('\x00', 0, bytes[i]), '' order by i) from generate_series(place, place + size - 1) i), '');
  place := place + size;
end $function$;

CREATE OR REPLACE FUNCTION public.pack_code_table(lengths integer[])
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  widest integer := greatest(1, (select max(l) from unnest(lengths) l));
  entries integer[] := array_fill(0, array[1 << widest], array[0]);
  code integer := 0;
  rest integer;
  place integer;
begin
  for width in 1 .. widest loop
    for symbol in 1 .. array_length(lengths, 1) loop
      if lengths[symbol] = width then
        place := 0;
        rest := code;
        for i in 1 .. width loop
          place := (place << 1) | (rest & 1);
          rest := rest >> 1;
        end loop;
        while place < 1 << widest loop
          entries[place] := (symbol - 1) * 16 + width;
          place := place + (1 << width);
        end loop;
        code := code + 1;
      end if;
    end loop;
    code := code << 1;
  end loop;
  return entries;
end $function$;

CREATE OR REPLACE FUNCTION public.pack_column(bytes integer[], INOUT place integer, OUT amounts bigint[])
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  size bigint;
  form bigint;
  amount bigint;
  number bigint;
  unit bigint;
  byte integer;
  repeats bigint := 1;
  n integer := 0;
  total bigint;
begin
  amounts := '{}';
  select * into place, size from pack_number(bytes, place);
  if size = 0 then return; end if;
  select * into place, form from pack_number(bytes, place);
  while n < size loop
    -- a value and, in runs, how often it stands
    for pass in 0 .. form & 1 loop
      number := 0;
      unit := 1;
      loop
        byte := bytes[place];
        place := place + 1;
        number := number + (byte & 127) * unit;
        exit when byte < 128;
        unit := unit << 7;
      end loop;
      if pass = 1 then
        repeats := number;
      elsif number & 1 = 0 then
        amount := number >> 1;
      else
        amount := -((number + 1) >> 1);
      end if;
    end loop;
    for i in 1 .. repeats loop
      n := n + 1;
      amounts[n] := amount;
    end loop;
  end loop;
  for i in 1 .. form >> 1 loop
    total := 0;
    for k in 1 .. n loop
      total := total + amounts[k];
      amounts[k] := total;
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.pack_inflate(packed bytea)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  -- a copy, so that a value outside of its row is read once
  source bytea := packed || ''::bytea;
  size integer := length(source);
  place integer := 0;
  bits integer := 0;
  held integer := 0;
  bytes integer[] := '{}';
  n integer := 0;
  is_last boolean := false;
  kind integer;
  symbol integer;
  entry integer;
  amount integer;
  distance integer;
  lengths integer[];
  literals integer[];
  distances integer[];
  literal_mask integer;
  distance_mask integer;
  counts integer[];
  length_base constant integer[] := '{3,4,5,6,7,8,9,10,11,13,15,17,19,23,27,31,35,43,51,59,67,83,99,115,131,163,195,227,258}';
  length_extra constant integer[] := '{0,0,0,0,0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3,4,4,4,4,5,5,5,5,0}';
  distance_base constant integer[] := '{1,2,3,4,5,7,9,13,17,25,33,49,65,97,129,193,257,385,513,769,1025,1537,2049,3073,4097,6145,8193,12289,16385,24577}';
  distance_extra constant integer[] := '{0,0,0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12,13,13}';
  length_order constant integer[] := '{16,17,18,0,8,7,9,6,10,5,11,4,12,3,13,2,14,1,15}';
begin
  while not is_last loop
    while held < 17 and place < size loop
      bits := bits | (get_byte(source, place) << held);
      place := place + 1;
      held := held + 8;
    end loop;
    is_last := bits & 1 = 1;
    kind := (bits >> 1) & 3;
    bits := bits >> 3;
    held := held - 3;
    if kind = 0 then
      place := place - held / 8;
      amount := get_byte(source, place) + get_byte(source, place + 1) * 256;
      for i in place + 4 .. place + 3 + amount loop
        n := n + 1;
        bytes[n] := get_byte(source, i);
      end loop;
      place := place + 4 + amount;
      bits := 0;
      held := 0;
      continue;
    elsif kind = 1 then
      lengths := array_fill(8, array[144]) || array_fill(9, array[112]) || array_fill(7, array[24]) || array_fill(8, array[8]);
      literals := pack_code_table(lengths);
      distances := pack_code_table(array_fill(5, array[30]));
    elsif kind = 2 then
      counts := array[(bits & 31) + 257, ((bits >> 5) & 31) + 1, ((bits >> 10) & 15) + 4];
      bits := bits >> 14;
      held := held - 14;
      lengths := array_fill(0, array[19]);
      for i in 1 .. counts[3] loop
        if held < 3 then
          bits := bits | (get_byte(source, place) << held);
          place := place + 1;
          held := held + 8;
        end if;
        lengths[length_order[i] + 1] := bits & 7;
        bits := bits >> 3;
        held := held - 3;
      end loop;
      literals := pack_code_table(lengths);
      literal_mask := array_length(literals, 1) - 1;
      lengths := '{}';
      symbol := 0;
      while symbol < counts[1] + counts[2] loop
        while held < 15 and place < size loop
          bits := bits | (get_byte(source, place) << held);
          place := place + 1;
          held := held + 8;
        end loop;
        entry := literals[bits & literal_mask];
        bits := bits >> (entry & 15);
        held := held - (entry & 15);
        entry := entry >> 4;
        if entry < 16 then
          symbol := symbol + 1;
          lengths[symbol] := entry;
          continue;
        end if;
        kind := case entry when 16 then 2 when 17 then 3 else 7 end;
        amount := (bits & ((1 << kind) - 1)) + case entry when 18 then 11 else 3 end;
        bits := bits >> kind;
        held := held - kind;
        kind := case entry when 16 then lengths[symbol] else 0 end;
        for i in 1 .. amount loop
          symbol := symbol + 1;
          lengths[symbol] := kind;
        end loop;
      end loop;
      literals := pack_code_table(lengths[1 : counts[1]]);
      distances := pack_code_table(lengths[counts[1] + 1 : counts[1] + counts[2]]);
    else
      raise exception 'a pack is no deflate stream' using errcode = 'data_corrupted';
    end if;
    literal_mask := array_length(literals, 1) - 1;
    distance_mask := array_length(distances, 1) - 1;
    loop
      while held < 20 and place < size loop
        bits := bits | (get_byte(source, place) << held);
        place := place + 1;
        held := held + 8;
      end loop;
      entry := literals[bits & literal_mask];
      bits := bits >> (entry & 15);
      held := held - (entry & 15);
      symbol := entry >> 4;
      if symbol < 256 then
        n := n + 1;
        bytes[n] := symbol;
        continue;
      end if;
      exit when symbol = 256;
      symbol := symbol - 256;
      amount := length_base[symbol] + (bits & ((1 << length_extra[symbol]) - 1));
      bits := bits >> length_extra[symbol];
      held := held - length_extra[symbol];
      while held < 15 and place < size loop
        bits := bits | (get_byte(source, place) << held);
        place := place + 1;
        held := held + 8;
      end loop;
      entry := distances[bits & distance_mask];
      bits := bits >> (entry & 15);
      held := held - (entry & 15);
      symbol := (entry >> 4) + 1;
      while held < 13 and place < size loop
        bits := bits | (get_byte(source, place) << held);
        place := place + 1;
        held := held + 8;
      end loop;
      distance := distance_base[symbol] + (bits & ((1 << distance_extra[symbol]) - 1));
      bits := bits >> distance_extra[symbol];
      held := held - distance_extra[symbol];
      for i in 1 .. amount loop
        n := n + 1;
        bytes[n] := bytes[n - distance];
      end loop;
    end loop;
  end loop;
  return bytes;
end $function$;

CREATE OR REPLACE FUNCTION public.pack_number(bytes integer[], INOUT place integer, OUT amount bigint)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  unit bigint := 1;
  byte integer;
begin
  amount := 0;
  loop
    byte := bytes[place];
    place := place + 1;
    amount := amount + (byte & 127) * unit;
    exit when byte < 128;
    unit := unit << 7;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.pack_records(bytes integer[])
 RETURNS bytea[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  place integer := 1;
  parameters bigint;
  amount bigint;
  heads bytea[];
  widths bigint[];
  shapes bigint;
  -- columns of all shapes, one after the other, and where each shape begins
  shape_columns bigint[] := '{}';
  shape_starts integer[];
  record_shapes bigint[];
  -- the values of all parameters, one after the other, and the next one of each
  amounts bigint[] := '{}';
  cursors integer[];
  lows bigint[] := '{}';
  low_cursors integer[];
  texts bytea[] := '{}';
  text_starts integer[];
  part bigint[];
  content bytea;
  column_index integer;
  records bytea[] := '{}';
begin
  select * into place, parameters from pack_number(bytes, place);
  for i in 1 .. parameters loop
    select * into place, content from pack_bytes(bytes, place);
    heads[i] := content;
    select * into place, amount from pack_number(bytes, place);
    widths[i] := amount;
  end loop;
  select * into place, shapes from pack_number(bytes, place);
  for i in 1 .. shapes loop
    select * into place, part from pack_column(bytes, place);
    shape_starts[i] := coalesce(array_length(shape_columns, 1), 0);
    shape_columns := shape_columns || part;
  end loop;
  shape_starts[shapes + 1] := coalesce(array_length(shape_columns, 1), 0);
  select * into place, record_shapes from pack_column(bytes, place);
  for i in 1 .. parameters loop
    cursors[i] := coalesce(array_length(amounts, 1), 0) + 1;
    select * into place, part from pack_column(bytes, place);
    amounts := amounts || part;
    if widths[i] = 8 then
      low_cursors[i] := coalesce(array_length(lows, 1), 0) + 1;
      select * into place, part from pack_column(bytes, place);
      lows := lows || part;
    elsif widths[i] = 0 then
      text_starts[i] := coalesce(array_length(texts, 1), 0) + 1;
      select * into place, amount from pack_number(bytes, place);
      for k in 1 .. amount loop
        select * into place, content from pack_bytes(bytes, place);
        texts := texts || content;
      end loop;
    end if;
  end loop;
  for r in 1 .. array_length(record_shapes, 1) loop
    content := '';
    for c in shape_starts[record_shapes[r] + 1] + 1 .. shape_starts[record_shapes[r] + 2] loop
      column_index := shape_columns[c] + 1;
      amount := amounts[cursors[column_index]];
      cursors[column_index] := cursors[column_index] + 1;
      content := content || heads[column_index] || case widths[column_index]
        when 1 then substr(int2send(amount::int2), 2)
        when 2 then int2send(amount::int2)
        when 4 then int4send(amount::int4)
        when 8 then int4send(amount::int4) || int4send(lows[low_cursors[column_index]]::int4)
        else case when heads[column_index] = '' then '' else substr(int4send(length(texts[text_starts[column_index] + amount])), 3) end || texts[text_starts[column_index] + amount] end;
      if widths[column_index] = 8 then low_cursors[column_index] := low_cursors[column_index] + 1; end if;
    end loop;
    records[r] := content;
  end loop;
  return records;
end $function$;

CREATE OR REPLACE FUNCTION public.plate_key(plate text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select regexp_replace(upper(plate), '\s', '', 'g') $function$;

CREATE OR REPLACE FUNCTION public.positions_of(vehicle integer, since timestamp with time zone, until timestamp with time zone)
 RETURNS SETOF positions
 LANGUAGE sql
 STABLE
AS $function$
  select * from (
    select p.* from positions p where p.vehicle_id = vehicle and p.message_datetime >= since and p.message_datetime < until
    union all
    select u.* from position_packs k cross join lateral unpack_positions(k) u
    where k.vehicle_id = vehicle and k.first_at < until and k.last_at >= since and u.message_datetime >= since and u.message_datetime < until
  ) both_forms order by message_datetime, seq
$function$;

CREATE OR REPLACE FUNCTION public.private_switch_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  turn private_switches;
begin
  if tg_op = 'DELETE' then turn := old; else turn := new; end if;
  if turn.is_private = (tg_op = 'DELETE') then return null; end if;
  insert into private_changes (vehicle_id, period_from, period_to)
    select turn.vehicle_id, turn.at, (select min(s.at) from private_switches s where s.vehicle_id = turn.vehicle_id and s.at > turn.at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.private_trip_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or new.period_from < old.period_from or coalesce(new.period_to, 'infinity') > coalesce(old.period_to, 'infinity') then
    insert into private_changes (vehicle_id, period_from, period_to) values (new.vehicle_id, new.period_from, new.period_to);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.provider_commands_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the provider''s trail is not changed';
end $function$;

CREATE OR REPLACE FUNCTION public.reading_after(vehicle integer, of_kind text, moment timestamp with time zone, field text DEFAULT NULL::text)
 RETURNS TABLE(message_datetime timestamp with time zone, seq smallint, data json)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  oldest record;
  packed record;
  pack reading_packs;
begin
  select null::timestamptz as message_datetime, null::smallint as seq, null::json as data into packed;
  select r.message_datetime, r.seq, r.data into oldest from readings r
    where r.vehicle_id = vehicle and r.kind = of_kind and r.message_datetime > moment and (field is null or r.data ->> field is not null)
    order by r.message_datetime, r.seq limit 1;
  for pack in select * from reading_packs k
    where k.vehicle_id = vehicle and k.kind = of_kind and k.last_at > moment and k.first_at <= coalesce(oldest.message_datetime, 'infinity') order by k.day
  loop
    select u.message_datetime, u.seq, u.data into packed from unpack_readings(pack) u
      where u.message_datetime > moment and (field is null or u.data ->> field is not null) order by u.message_datetime, u.seq limit 1;
    exit when packed.message_datetime is not null;
  end loop;
  if oldest.message_datetime is null or (packed.message_datetime, packed.seq) < (oldest.message_datetime, oldest.seq) then oldest := packed; end if;
  if oldest.message_datetime is not null then
    return query select oldest.message_datetime, oldest.seq, oldest.data;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.reading_before(vehicle integer, of_kind text, moment timestamp with time zone, field text DEFAULT NULL::text)
 RETURNS TABLE(message_datetime timestamp with time zone, seq smallint, data json)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  newest record;
  packed record;
  pack reading_packs;
begin
  select null::timestamptz as message_datetime, null::smallint as seq, null::json as data into packed;
  select r.message_datetime, r.seq, r.data into newest from readings r
    where r.vehicle_id = vehicle and r.kind = of_kind and r.message_datetime < moment and (field is null or r.data ->> field is not null)
    order by r.message_datetime desc, r.seq desc limit 1;
  for pack in select * from reading_packs k
    where k.vehicle_id = vehicle and k.kind = of_kind and k.first_at < moment and k.last_at >= coalesce(newest.message_datetime, '-infinity') order by k.day desc
  loop
    select u.message_datetime, u.seq, u.data into packed from unpack_readings(pack) u
      where u.message_datetime < moment and (field is null or u.data ->> field is not null) order by u.message_datetime desc, u.seq desc limit 1;
    exit when packed.message_datetime is not null;
  end loop;
  if newest.message_datetime is null or (packed.message_datetime, packed.seq) > (newest.message_datetime, newest.seq) then newest := packed; end if;
  if newest.message_datetime is not null then
    return query select newest.message_datetime, newest.seq, newest.data;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.readings_of(vehicle integer, of_kind text, since timestamp with time zone, until timestamp with time zone)
 RETURNS TABLE(message_datetime timestamp with time zone, seq smallint, data json)
 LANGUAGE sql
 STABLE
AS $function$
  select r.message_datetime, r.seq, r.data from readings r where r.vehicle_id = vehicle and r.kind = of_kind and r.message_datetime >= since and r.message_datetime <= until
  union all
  select u.message_datetime, u.seq, u.data from reading_packs k cross join lateral unpack_readings(k) u
  where k.vehicle_id = vehicle and k.kind = of_kind and k.day >= (since at time zone 'UTC')::date and k.day <= (until at time zone 'UTC')::date
    and k.first_at <= until and k.last_at >= since and u.message_datetime >= since and u.message_datetime <= until
$function$;

CREATE OR REPLACE FUNCTION public.register_forget(vehicle integer, before date)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.register_heard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into register_late (vehicle_id, from_at, to_at)
  select old.vehicle_id, old.from_at, old.to_at where exists (select from register_books b where b.vehicle_id = old.vehicle_id)
  on conflict (vehicle_id) do update set from_at = least(register_late.from_at, excluded.from_at), to_at = greatest(register_late.to_at, excluded.to_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.register_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.register_stays_whole()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the temperature register is only added to';
end $function$;

CREATE OR REPLACE FUNCTION public.remember_password()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.had_password := true;
  return new;
end $function$;

CREATE OR REPLACE PROCEDURE public.rows_are_kinds(IN rows_of regclass, IN note regproc, VARIADIC kinds text[])
 LANGUAGE plpgsql
AS $procedure$
declare
  arguments text := (select string_agg(quote_literal(kind), ', ') from unnest(kinds) as k(kind));
begin
  execute format('create trigger kinds_insert after insert on %s referencing new table as changed for each statement execute function %s(%s)', rows_of, note, arguments);
  execute format('create trigger kinds_update after update on %s referencing old table as before new table as changed for each statement execute function %s(%s)', rows_of, note, arguments);
  execute format('create trigger kinds_delete after delete on %s referencing old table as changed for each statement execute function %s(%s)', rows_of, note, arguments);
end $procedure$;

CREATE OR REPLACE FUNCTION public.searchable(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when words ~ '^[\u0001-\u007f]*$'
    then translate(words, E'ABCDEFGHIJKLMNOPQRSTUVWXYZ` \t\n\r\f\u000b', 'abcdefghijklmnopqrstuvwxyz''')
    else searchable_letters(translate(words, E'`\u00b4\u02bc\u2018\u2019\u2032', '''''''''''''')) end
$function$;

CREATE OR REPLACE FUNCTION public.searchable_letters(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  letters text := translate(
    replace(replace(replace(replace(replace(replace(
      regexp_replace(normalize(words, NFKD), '[\u0300-\u036f \t\n\r\f\v]', '', 'g'),
      'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ẞ', 'ss'), 'ß', 'ss'),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZØøŁłĐđıΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐς',
    'abcdefghijklmnopqrstuvwxyzoollddiαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґσ');
begin
  if letters ~ '[\u00d0-\u024e\u0370-\u037f\u03cf-\u03ff\u0460-\u0556]' then
    letters := translate(letters,
      'ÐÞĦŊŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍ' ||
      'ӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
      'ðþħŋŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎ' ||
      'ӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
  end if;
  return letters;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_plate_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or new.plate is distinct from old.plate then
    new.plate_key := plate_key(new.plate);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.time_of_change(op text, written jsonb)
 RETURNS timestamp with time zone
 LANGUAGE sql
AS $function$
  select case when op <> 'DELETE' then coalesce(written ->> 'updated_at', written ->> 'changed_at')::timestamptz end
$function$;

CREATE OR REPLACE FUNCTION public.unpack_positions(pack position_packs)
 RETURNS SETOF positions
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  bytes integer[];
  place integer := 1;
  unit bigint;
  times bigint[];
  seqs bigint[];
  flags bigint[];
  part bigint[];
  -- the values of the six columns, one column after the other
  amounts bigint[] := '{}';
  cursors integer[];
  shown bigint[];
  records bytea[];
  record_index integer := 0;
  result positions;
begin
  if pack.version <> 1 then
    raise exception 'packs of version % are unknown', pack.version using errcode = 'feature_not_supported';
  end if;
  if substr(sha256(pack.data), 1, 8) <> pack.checksum or substr(sha256(pack.raw), 1, 8) <> pack.raw_checksum then
    raise exception 'the packed positions of vehicle % on % are damaged', pack.vehicle_id, pack.day using errcode = 'data_corrupted';
  end if;
  bytes := pack_inflate(pack.data);
  select * into place, unit from pack_number(bytes, place);
  select * into place, times from pack_column(bytes, place);
  select * into place, seqs from pack_column(bytes, place);
  select * into place, flags from pack_column(bytes, place);
  for i in 1 .. 6 loop
    cursors[i] := coalesce(array_length(amounts, 1), 0) + 1;
    select * into place, part from pack_column(bytes, place);
    amounts := amounts || part;
  end loop;
  if pack.raw is not null then records := pack_records(pack_inflate(pack.raw)); end if;
  result.vehicle_id := pack.vehicle_id;
  for i in 1 .. array_length(times, 1) loop
    for bit in 0 .. 5 loop
      if flags[i] & (1 << bit) = 0 then
        shown[bit + 1] := amounts[cursors[bit + 1]];
        cursors[bit + 1] := cursors[bit + 1] + 1;
      else
        shown[bit + 1] := null;
      end if;
    end loop;
    result.message_datetime := timestamptz '2000-01-01 00:00:00+00' + times[i] * unit * interval '1 microsecond';
    result.seq := seqs[i];
    result.latitude_e7 := shown[1];
    result.longitude_e7 := shown[2];
    result.altitude := shown[3];
    result.direction := shown[4];
    result.speed := shown[5];
    result.satellites := shown[6];
    if flags[i] & 64 <> 0 then
      result.io := null;
    elsif flags[i] & 128 <> 0 or records is null then
      result.io := '';
    else
      record_index := record_index + 1;
      result.io := records[record_index];
    end if;
    return next result;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.unpack_readings(pack reading_packs)
 RETURNS TABLE(message_datetime timestamp with time zone, seq smallint, data json)
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  begins timestamptz := (pack).day::timestamp at time zone 'UTC';
  tick interval;
  content json := (pack).data;
begin
  if substr(sha256(convert_to(content::text, 'UTF8')), 1, 8) <> (pack).checksum then
    raise exception 'the packed readings of vehicle % (%) on % cannot be read: they have changed', (pack).vehicle_id, (pack).kind, (pack).day using errcode = 'data_corrupted';
  end if;
  tick := (content ->> 'unit')::bigint * interval '1 microsecond';
  return query
    with listed as (
      select e.n, sum(e.step::bigint) over (order by e.n) as ticks, e.seq::smallint as seq, e.shape::integer as shape, row_number() over (partition by e.shape order by e.n) as place
      from rows from (json_array_elements_text(content -> 'times'), json_array_elements_text(content -> 'seqs'), json_array_elements_text(content -> 'shapes')) with ordinality e (step, seq, shape, n)),
    -- materialized, as each access to a member reads the whole text
    forms as materialized (
      select f.n::integer - 1 as shape, json_typeof(f.form -> 'names') = 'array' as is_object, f.form -> 'names' as names, f.form -> 'values' as lists
      from json_array_elements(content -> 'forms') with ordinality f (form, n)),
    fields as materialized (
      select f.shape, f.is_object, name.text::text as name, name.n, f.lists -> (name.n::integer - 1) as list
      from forms f cross join lateral json_array_elements(case when f.is_object then f.names else '[null]' end) with ordinality name (text, n)),
    objects as (
      select f.shape, v.place, f.is_object, string_agg(f.name || ':' || v.value::text, ',' order by f.n) as fields, min(v.value::text) as whole
      from fields f cross join lateral json_array_elements(f.list) with ordinality v (value, place)
      group by 1, 2, 3)
    select begins + l.ticks * tick, l.seq, (case when o.shape is null then '{}' when o.is_object then '{' || o.fields || '}' else o.whole end)::json
    from listed l left join objects o on o.shape = l.shape and o.place = l.place order by l.n;
end $function$;

CREATE OR REPLACE FUNCTION public.vehicle_agreements_guest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.guest := new.customer_id <> (select v.customer_id from vehicles v where v.id = new.vehicle_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_agreement_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  r vehicle_agreements := case when tg_op = 'DELETE' then old else new end;
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select w.id, r.vehicle_id, 'agreement.changed', r.id::text,
    jsonb_build_object('change', case tg_op when 'INSERT' then 'made' when 'UPDATE' then 'changed' else 'removed' end, 'customer_id', r.customer_id, 'guest', r.guest,
      'agreement_id', r.agreement_id, 'active_from', r.active_from, 'active_to', r.active_to), now()
  from webhooks w
  where any_webhook() and w.customer_id in (r.customer_id, (select v.customer_id from vehicles v where v.id = r.vehicle_id)) and w.active and 'agreement.changed' = any(w.events)
    and ((w.vehicle_ids is null and w.fleet_ids is null) or r.vehicle_id = any(w.vehicle_ids)
      or exists (select from fleet_vehicles f where f.customer_id = w.customer_id and f.vehicle_id = r.vehicle_id and f.fleet_id = any(w.fleet_ids)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_command_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, new.vehicle_id, 'command.changed', new.id::text, jsonb_build_object('status', new.status, 'reason', new.reason, 'answer', new.answer), new.changed_at
  from webhooks_for('command.changed', new.vehicle_id, null, new.changed_at) h where any_webhook();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_incident_acknowledged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, at)
  select h, new.vehicle_id, 'incident.acknowledged', new.incident_id::text, new.updated_at
  from webhooks_for('incident.acknowledged', new.vehicle_id, new.customer_id, new.updated_at) h where any_webhook();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_incident_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, new.vehicle_id, e.type, new.id::text, jsonb_build_object('closed_at', new.closed_at, 'closed_as', new.closed_as, 'late', new.late), new.updated_at
  from (select case when new.closed_at is null then 'incident.opened' else 'incident.closed' end) e (type)
  cross join lateral webhooks_for(e.type, new.vehicle_id, new.customer_id, new.updated_at) h
  where any_webhook();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_incidents_opened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not any_webhook() then return null; end if;
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, i.vehicle_id, e.type, i.id::text,
    case when e.type = 'incident.closed' then jsonb_build_object('closed_at', i.closed_at, 'closed_as', i.closed_as, 'late', i.late)
      else jsonb_build_object('closed_at', null, 'closed_as', null, 'late', i.late) end, i.updated_at
  from raised i
  cross join lateral (values ('incident.opened', 1),
    (case i.alert_id when 8 then 'area.entered' when 10 then 'area.entered' when 9 then 'area.left' when 11 then 'area.left' end, 2),
    (case when i.closed_at is not null then 'incident.closed' end, 3)) e (type, place)
  cross join lateral webhooks_for(e.type, i.vehicle_id, i.customer_id, i.updated_at) h
  where e.type is not null order by i.opened_at, i.id, e.place;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_report_ready()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, at)
  select w.id, new.vehicle_id, 'report.ready', new.id::text, new.updated_at
  from webhooks w where w.customer_id = new.customer_id and w.active and 'report.ready' = any(w.events)
    and ((w.vehicle_ids is null and w.fleet_ids is null) or new.vehicle_id = any(w.vehicle_ids)
      or exists (select from fleet_vehicles f where f.customer_id = w.customer_id and f.vehicle_id = new.vehicle_id and f.fleet_id = any(w.fleet_ids)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_trip_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, new.vehicle_id, 'trip.ended', new.id::text, jsonb_build_object('period_to', new.period_to), new.updated_at
  from webhooks_for('trip.ended', new.vehicle_id, null, new.updated_at) h where any_webhook();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_trips_started()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not any_webhook() then return null; end if;
  insert into webhook_events (webhook_id, vehicle_id, type, subject, facts, at)
  select h, t.vehicle_id, e.type, t.id::text, jsonb_build_object('period_to', case when e.type = 'trip.ended' then t.period_to end), t.updated_at
  from started t
  cross join lateral (values ('trip.started', 1), (case when t.period_to is not null then 'trip.ended' end, 2)) e (type, place)
  cross join lateral webhooks_for(e.type, t.vehicle_id, null, t.updated_at) h
  where e.type is not null and t.replaced_by is null order by t.period_from, e.place;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.webhooks_for(type text, vehicle integer, company integer, at timestamp with time zone)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE
AS $function$
  select w.id from (
    select v.customer_id from vehicles v where v.id = vehicle
    union select a.customer_id from vehicle_agreements a where a.vehicle_id = vehicle and a.guest and (a.active_to is null or a.active_to > at)
  ) c join webhooks w on w.customer_id = c.customer_id
  where w.active and type = any(w.events) and (company is null or w.customer_id = company)
    and ((w.vehicle_ids is null and w.fleet_ids is null) or vehicle = any(w.vehicle_ids)
      or exists (select from fleet_vehicles f where f.customer_id = w.customer_id and f.vehicle_id = vehicle and f.fleet_id = any(w.fleet_ids)))
$function$;

CREATE OR REPLACE FUNCTION public.within_hours(schedule jsonb, moment timestamp with time zone, zone_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from jsonb_array_elements(schedule) h,
      lateral (select moment at time zone zone_name as clock_time) z,
      lateral (select extract(isodow from clock_time)::integer as day, to_char(clock_time, 'HH24:MI') as clock) c
    where case when h ->> 'to' > h ->> 'from' then h -> 'days' @> to_jsonb(c.day) and c.clock >= h ->> 'from' and c.clock < h ->> 'to'
      else h -> 'days' @> to_jsonb(c.day) and c.clock >= h ->> 'from' or h -> 'days' @> to_jsonb((c.day + 5) % 7 + 1) and c.clock < h ->> 'to' end)
$function$;

CREATE OR REPLACE FUNCTION public.without_areas(ids integer[], gone integer[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select array(select id from unnest(ids) id where id <> all (gone) order by id)
$function$;
