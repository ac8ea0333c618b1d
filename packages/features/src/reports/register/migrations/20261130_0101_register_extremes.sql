-- What a row of the register says of each sensor beside its last temperature.

-- {"T1": [when it was read last, lowest, its time, highest, its time], …}, of what was measured since the row before; epoch ms. null: the row is of version 1 and tells the last temperatures alone.
alter table register_rows add column extremes json;
