-- API tokens end: those of before have a year from now.
alter table api_tokens add column expires_at timestamptz not null default now() + interval '1 year';
