-- What waits, runs or has failed is counted again and again, among many that are done.
create index tasks_open on tasks (kind) where state in ('waiting', 'running', 'failed');
