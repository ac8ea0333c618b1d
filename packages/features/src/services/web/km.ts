// The kilometres that a vehicle shows: those of its device and what is added to them.

/** What is typed as a correction, in whole km; null: it is no whole number. */
export function parseKm(input: number | string): number | null {
  const text = String(input).trim()
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null
}
/** What is shown while no whole number is typed: the device's own km, or what was shown before. */
export type KmWhileInvalid = 'own' | 'unchanged'
/** What would be shown with what is typed; null where the device's own km are not known. */
export function shownKm(
  { odometer, km_offset }: { readonly odometer: number | null; readonly km_offset: number },
  input: number | string,
  unread: KmWhileInvalid = 'own',
): number | null {
  return odometer === null
    ? null
    : odometer - km_offset + (parseKm(input) ?? (unread === 'own' ? 0 : km_offset))
}
