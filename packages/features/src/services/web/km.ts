// The displayed kilometres of a vehicle: those of its device plus the offset.

/** The typed offset in whole km; null: not a whole number. */
export function parseKm(input: number | string): number | null {
  const text = String(input).trim()
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null
}
/** What is shown while the input is not a whole number: the device's own km, or the value before. */
export type KmWhileInvalid = 'own' | 'unchanged'
/** The km with the typed offset; null when the device's own km are unknown. */
export function shownKm(
  { odometer, km_offset }: { readonly odometer: number | null; readonly km_offset: number },
  input: number | string,
  unread: KmWhileInvalid = 'own',
): number | null {
  return odometer === null
    ? null
    : odometer - km_offset + (parseKm(input) ?? (unread === 'own' ? 0 : km_offset))
}
