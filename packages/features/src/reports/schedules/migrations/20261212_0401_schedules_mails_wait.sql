-- Until when a limit delays the mails of a run whose report is ready; null: it does not.
alter table report_schedule_runs add column mails_at timestamptz;
