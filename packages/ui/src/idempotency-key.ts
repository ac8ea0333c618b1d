// What makes the second try of a write the same write: the value of its `Idempotency-Key`.

/** 128 random bits; `randomUUID` is there on secure pages only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
