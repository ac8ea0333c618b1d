// The value of the `Idempotency-Key`, by which the server recognises the second attempt of a write.

/** 128 random bits; `randomUUID` exists on secure pages only. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
