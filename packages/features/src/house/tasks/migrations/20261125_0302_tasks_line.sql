-- Tasks of one line run one after another; null: beside each other.
alter table tasks add column line text;
