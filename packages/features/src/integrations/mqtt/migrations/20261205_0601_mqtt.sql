-- What the broker was told and keeps, so that it can be taken back whatever is restarted or set otherwise meanwhile.
create table mqtt_topics (topic text primary key);
-- How far the incidents of a company were published, as a place of the feed.
create table mqtt_progress (
  customer_id integer primary key references customers on delete cascade,
  place bigint not null
);
