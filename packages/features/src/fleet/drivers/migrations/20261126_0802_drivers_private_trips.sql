-- Whether the driver may use the company's vehicles for trips of his own.
alter table drivers add column private_trips boolean not null default false;
