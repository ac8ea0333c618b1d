-- What receipts say beside their statistics: excursions, verdict, lines of the table. null: the receipt is of version 1.
alter table receipts add column findings json;
