-- What a geocoding provider said of a position, by a thousandth of a degree: it is asked once, not at every look at a list.
create table geocoded (
  provider text not null,
  language text not null,
  latitude_e3 integer not null,
  longitude_e3 integer not null,
  short text not null,
  asked_at timestamptz not null,
  primary key (language, latitude_e3, longitude_e3, provider)
);
create index geocoded_asked on geocoded (asked_at);
