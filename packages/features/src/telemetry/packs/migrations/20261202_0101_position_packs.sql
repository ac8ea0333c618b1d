-- The positions of a vehicle's UTC day in one row, when the day is long over. `data` are columns in the form of packs/codec.ts, compressed with deflate, `raw` the raw parameters; null: none, or none any more.
-- What comes late for such a day lies in `positions` until it is packed in. The checksums are the first eight bytes of SHA-256.
create table position_packs (
  day date not null,
  vehicle_id integer not null,
  version smallint not null,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  checksum bytea not null,
  raw_checksum bytea,
  data bytea not null,
  raw bytea,
  primary key (vehicle_id, day)
);
-- The bytes are compressed already.
alter table position_packs alter column data set storage external, alter column raw set storage external;

-- What has passed its term: days are added in their order, so that an index of ranges is small.
create index position_packs_day on position_packs using brin (day);
create index position_packs_raw on position_packs (day) where raw is not null;

-- Days for which records came after newer ones had been stored: not packed before they are quiet.
create table late_days (
  vehicle_id integer not null,
  day date not null,
  marked_at timestamptz not null,
  primary key (vehicle_id, day)
);

-- Deflate's code as a table: the next bits of the stream → symbol * 16 + number of bits. `lengths` are those of the codes, symbol by symbol.
create function pack_code_table(lengths integer[]) returns integer[] language plpgsql immutable strict parallel safe as $$
declare
  widest integer := greatest(1, (select max(l) from unnest(lengths) l));
  entries integer[] := array_fill(0, array[1 << widest], array[0]);
  code integer := 0;
  rest integer;
  place integer;
begin
  for width in 1 .. widest loop
    for symbol in 1 .. array_length(lengths, 1) loop
      if lengths[symbol] = width then
        place := 0;
        rest := code;
        for i in 1 .. width loop
          place := (place << 1) | (rest & 1);
          rest := rest >> 1;
        end loop;
        while place < 1 << widest loop
          entries[place] := (symbol - 1) * 16 + width;
          place := place + (1 << width);
        end loop;
        code := code + 1;
      end if;
    end loop;
    code := code << 1;
  end loop;
  return entries;
end $$;

-- The bytes of a deflate stream (RFC 1951), which PostgreSQL itself cannot read.
create function pack_inflate(packed bytea) returns integer[] language plpgsql immutable strict parallel safe as $$
declare
  -- a copy, so that a value outside of its row is read once
  source bytea := packed || ''::bytea;
  size integer := length(source);
  place integer := 0;
  bits integer := 0;
  held integer := 0;
  bytes integer[] := '{}';
  n integer := 0;
  is_last boolean := false;
  kind integer;
  symbol integer;
  entry integer;
  amount integer;
  distance integer;
  lengths integer[];
  literals integer[];
  distances integer[];
  literal_mask integer;
  distance_mask integer;
  counts integer[];
  length_base constant integer[] := '{3,4,5,6,7,8,9,10,11,13,15,17,19,23,27,31,35,43,51,59,67,83,99,115,131,163,195,227,258}';
  length_extra constant integer[] := '{0,0,0,0,0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3,4,4,4,4,5,5,5,5,0}';
  distance_base constant integer[] := '{1,2,3,4,5,7,9,13,17,25,33,49,65,97,129,193,257,385,513,769,1025,1537,2049,3073,4097,6145,8193,12289,16385,24577}';
  distance_extra constant integer[] := '{0,0,0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12,13,13}';
  length_order constant integer[] := '{16,17,18,0,8,7,9,6,10,5,11,4,12,3,13,2,14,1,15}';
begin
  while not is_last loop
    while held < 17 and place < size loop
      bits := bits | (get_byte(source, place) << held);
      place := place + 1;
      held := held + 8;
    end loop;
    is_last := bits & 1 = 1;
    kind := (bits >> 1) & 3;
    bits := bits >> 3;
    held := held - 3;
    if kind = 0 then
      place := place - held / 8;
      amount := get_byte(source, place) + get_byte(source, place + 1) * 256;
      for i in place + 4 .. place + 3 + amount loop
        n := n + 1;
        bytes[n] := get_byte(source, i);
      end loop;
      place := place + 4 + amount;
      bits := 0;
      held := 0;
      continue;
    elsif kind = 1 then
      lengths := array_fill(8, array[144]) || array_fill(9, array[112]) || array_fill(7, array[24]) || array_fill(8, array[8]);
      literals := pack_code_table(lengths);
      distances := pack_code_table(array_fill(5, array[30]));
    elsif kind = 2 then
      counts := array[(bits & 31) + 257, ((bits >> 5) & 31) + 1, ((bits >> 10) & 15) + 4];
      bits := bits >> 14;
      held := held - 14;
      lengths := array_fill(0, array[19]);
      for i in 1 .. counts[3] loop
        if held < 3 then
          bits := bits | (get_byte(source, place) << held);
          place := place + 1;
          held := held + 8;
        end if;
        lengths[length_order[i] + 1] := bits & 7;
        bits := bits >> 3;
        held := held - 3;
      end loop;
      literals := pack_code_table(lengths);
      literal_mask := array_length(literals, 1) - 1;
      lengths := '{}';
      symbol := 0;
      while symbol < counts[1] + counts[2] loop
        while held < 15 and place < size loop
          bits := bits | (get_byte(source, place) << held);
          place := place + 1;
          held := held + 8;
        end loop;
        entry := literals[bits & literal_mask];
        bits := bits >> (entry & 15);
        held := held - (entry & 15);
        entry := entry >> 4;
        if entry < 16 then
          symbol := symbol + 1;
          lengths[symbol] := entry;
          continue;
        end if;
        kind := case entry when 16 then 2 when 17 then 3 else 7 end;
        amount := (bits & ((1 << kind) - 1)) + case entry when 18 then 11 else 3 end;
        bits := bits >> kind;
        held := held - kind;
        kind := case entry when 16 then lengths[symbol] else 0 end;
        for i in 1 .. amount loop
          symbol := symbol + 1;
          lengths[symbol] := kind;
        end loop;
      end loop;
      literals := pack_code_table(lengths[1 : counts[1]]);
      distances := pack_code_table(lengths[counts[1] + 1 : counts[1] + counts[2]]);
    else
      raise exception 'a pack is no deflate stream' using errcode = 'data_corrupted';
    end if;
    literal_mask := array_length(literals, 1) - 1;
    distance_mask := array_length(distances, 1) - 1;
    loop
      while held < 20 and place < size loop
        bits := bits | (get_byte(source, place) << held);
        place := place + 1;
        held := held + 8;
      end loop;
      entry := literals[bits & literal_mask];
      bits := bits >> (entry & 15);
      held := held - (entry & 15);
      symbol := entry >> 4;
      if symbol < 256 then
        n := n + 1;
        bytes[n] := symbol;
        continue;
      end if;
      exit when symbol = 256;
      symbol := symbol - 256;
      amount := length_base[symbol] + (bits & ((1 << length_extra[symbol]) - 1));
      bits := bits >> length_extra[symbol];
      held := held - length_extra[symbol];
      while held < 15 and place < size loop
        bits := bits | (get_byte(source, place) << held);
        place := place + 1;
        held := held + 8;
      end loop;
      entry := distances[bits & distance_mask];
      bits := bits >> (entry & 15);
      held := held - (entry & 15);
      symbol := (entry >> 4) + 1;
      while held < 13 and place < size loop
        bits := bits | (get_byte(source, place) << held);
        place := place + 1;
        held := held + 8;
      end loop;
      distance := distance_base[symbol] + (bits & ((1 << distance_extra[symbol]) - 1));
      bits := bits >> distance_extra[symbol];
      held := held - distance_extra[symbol];
      for i in 1 .. amount loop
        n := n + 1;
        bytes[n] := bytes[n - distance];
      end loop;
    end loop;
  end loop;
  return bytes;
end $$;

-- The number at `place` of the bytes of a pack, and the place after it.
create function pack_number(bytes integer[], inout place integer, out amount bigint) language plpgsql immutable strict parallel safe as $$
declare
  unit bigint := 1;
  byte integer;
begin
  amount := 0;
  loop
    byte := bytes[place];
    place := place + 1;
    amount := amount + (byte & 127) * unit;
    exit when byte < 128;
    unit := unit << 7;
  end loop;
end $$;

-- The column at `place` of the bytes of a pack, and the place after it (packs/integers.ts).
create function pack_column(bytes integer[], inout place integer, out amounts bigint[]) language plpgsql immutable strict parallel safe as $$
declare
  size bigint;
  form bigint;
  amount bigint;
  number bigint;
  unit bigint;
  byte integer;
  repeats bigint := 1;
  n integer := 0;
  total bigint;
begin
  amounts := '{}';
  select * into place, size from pack_number(bytes, place);
  if size = 0 then return; end if;
  select * into place, form from pack_number(bytes, place);
  while n < size loop
    -- a value and, in runs, how often it stands
    for pass in 0 .. form & 1 loop
      number := 0;
      unit := 1;
      loop
        byte := bytes[place];
        place := place + 1;
        number := number + (byte & 127) * unit;
        exit when byte < 128;
        unit := unit << 7;
      end loop;
      if pass = 1 then
        repeats := number;
      elsif number & 1 = 0 then
        amount := number >> 1;
      else
        amount := -((number + 1) >> 1);
      end if;
    end loop;
    for i in 1 .. repeats loop
      n := n + 1;
      amounts[n] := amount;
    end loop;
  end loop;
  for i in 1 .. form >> 1 loop
    total := 0;
    for k in 1 .. n loop
      total := total + amounts[k];
      amounts[k] := total;
    end loop;
  end loop;
end $$;

-- A byte string at `place` of the bytes of a pack, and the place after it.
create function pack_bytes(bytes integer[], inout place integer, out content bytea) language plpgsql immutable strict parallel safe as $$
declare
  size bigint;
begin
  select * into place, size from pack_number(bytes, place);
  content := coalesce((select string_agg(set_byte('\x00', 0, bytes[i]), '' order by i) from generate_series(place, place + size - 1) i), '');
  place := place + size;
end $$;

-- The raw parameters of the records of a pack, in the layout of core/io.ts (packs/raw-columns.ts).
create function pack_records(bytes integer[]) returns bytea[] language plpgsql immutable strict parallel safe as $$
declare
  place integer := 1;
  parameters bigint;
  amount bigint;
  heads bytea[];
  widths bigint[];
  shapes bigint;
  -- columns of all shapes, one after the other, and where each shape begins
  shape_columns bigint[] := '{}';
  shape_starts integer[];
  record_shapes bigint[];
  -- the values of all parameters, one after the other, and the next one of each
  amounts bigint[] := '{}';
  cursors integer[];
  lows bigint[] := '{}';
  low_cursors integer[];
  texts bytea[] := '{}';
  text_starts integer[];
  part bigint[];
  content bytea;
  column_index integer;
  records bytea[] := '{}';
begin
  select * into place, parameters from pack_number(bytes, place);
  for i in 1 .. parameters loop
    select * into place, content from pack_bytes(bytes, place);
    heads[i] := content;
    select * into place, amount from pack_number(bytes, place);
    widths[i] := amount;
  end loop;
  select * into place, shapes from pack_number(bytes, place);
  for i in 1 .. shapes loop
    select * into place, part from pack_column(bytes, place);
    shape_starts[i] := coalesce(array_length(shape_columns, 1), 0);
    shape_columns := shape_columns || part;
  end loop;
  shape_starts[shapes + 1] := coalesce(array_length(shape_columns, 1), 0);
  select * into place, record_shapes from pack_column(bytes, place);
  for i in 1 .. parameters loop
    cursors[i] := coalesce(array_length(amounts, 1), 0) + 1;
    select * into place, part from pack_column(bytes, place);
    amounts := amounts || part;
    if widths[i] = 8 then
      low_cursors[i] := coalesce(array_length(lows, 1), 0) + 1;
      select * into place, part from pack_column(bytes, place);
      lows := lows || part;
    elsif widths[i] = 0 then
      text_starts[i] := coalesce(array_length(texts, 1), 0) + 1;
      select * into place, amount from pack_number(bytes, place);
      for k in 1 .. amount loop
        select * into place, content from pack_bytes(bytes, place);
        texts := texts || content;
      end loop;
    end if;
  end loop;
  for r in 1 .. array_length(record_shapes, 1) loop
    content := '';
    for c in shape_starts[record_shapes[r] + 1] + 1 .. shape_starts[record_shapes[r] + 2] loop
      column_index := shape_columns[c] + 1;
      amount := amounts[cursors[column_index]];
      cursors[column_index] := cursors[column_index] + 1;
      content := content || heads[column_index] || case widths[column_index]
        when 1 then substr(int2send(amount::int2), 2)
        when 2 then int2send(amount::int2)
        when 4 then int4send(amount::int4)
        when 8 then int4send(amount::int4) || int4send(lows[low_cursors[column_index]]::int4)
        else case when heads[column_index] = '' then '' else substr(int4send(length(texts[text_starts[column_index] + amount])), 3) end || texts[text_starts[column_index] + amount] end;
      if widths[column_index] = 8 then low_cursors[column_index] := low_cursors[column_index] + 1; end if;
    end loop;
    records[r] := content;
  end loop;
  return records;
end $$;

-- The positions of a pack. Fails where a bit of it has changed.
create function unpack_positions(pack position_packs) returns setof positions language plpgsql stable parallel safe as $$
declare
  bytes integer[];
  place integer := 1;
  unit bigint;
  times bigint[];
  seqs bigint[];
  flags bigint[];
  part bigint[];
  -- the values of the six columns, one column after the other
  amounts bigint[] := '{}';
  cursors integer[];
  shown bigint[];
  records bytea[];
  record_index integer := 0;
  result positions;
begin
  if pack.version <> 1 then
    raise exception 'packs of version % are unknown', pack.version using errcode = 'feature_not_supported';
  end if;
  if substr(sha256(pack.data), 1, 8) <> pack.checksum or substr(sha256(pack.raw), 1, 8) <> pack.raw_checksum then
    raise exception 'the packed positions of vehicle % on % are damaged', pack.vehicle_id, pack.day using errcode = 'data_corrupted';
  end if;
  bytes := pack_inflate(pack.data);
  select * into place, unit from pack_number(bytes, place);
  select * into place, times from pack_column(bytes, place);
  select * into place, seqs from pack_column(bytes, place);
  select * into place, flags from pack_column(bytes, place);
  for i in 1 .. 6 loop
    cursors[i] := coalesce(array_length(amounts, 1), 0) + 1;
    select * into place, part from pack_column(bytes, place);
    amounts := amounts || part;
  end loop;
  if pack.raw is not null then records := pack_records(pack_inflate(pack.raw)); end if;
  result.vehicle_id := pack.vehicle_id;
  for i in 1 .. array_length(times, 1) loop
    for bit in 0 .. 5 loop
      if flags[i] & (1 << bit) = 0 then
        shown[bit + 1] := amounts[cursors[bit + 1]];
        cursors[bit + 1] := cursors[bit + 1] + 1;
      else
        shown[bit + 1] := null;
      end if;
    end loop;
    result.message_datetime := timestamptz '2000-01-01 00:00:00+00' + times[i] * unit * interval '1 microsecond';
    result.seq := seqs[i];
    result.latitude_e7 := shown[1];
    result.longitude_e7 := shown[2];
    result.altitude := shown[3];
    result.direction := shown[4];
    result.speed := shown[5];
    result.satellites := shown[6];
    if flags[i] & 64 <> 0 then
      result.io := null;
    elsif flags[i] & 128 <> 0 or records is null then
      result.io := '';
    else
      record_index := record_index + 1;
      result.io := records[record_index];
    end if;
    return next result;
  end loop;
end $$;

-- Every position of a vehicle from `since` until before `until`, in order: for those who ask the database.
create function positions_of(vehicle integer, since timestamptz, until timestamptz) returns setof positions language sql stable as $$
  select * from (
    select p.* from positions p where p.vehicle_id = vehicle and p.message_datetime >= since and p.message_datetime < until
    union all
    select u.* from position_packs k cross join lateral unpack_positions(k) u
    where k.vehicle_id = vehicle and k.first_at < until and k.last_at >= since and u.message_datetime >= since and u.message_datetime < until
  ) both_forms order by message_datetime, seq
$$;
