-- The signature of a receipt, as its QR code has it, so that the number which people type is checked like the code. null: a receipt that has no number.
alter table receipts add column signature bytea;
