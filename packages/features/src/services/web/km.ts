// The kilometres that a vehicle shows: those of its device and what is added to them.

/** What is typed as a correction, in whole km; null: it is no whole number. */
export function kmTyped(typed: number | string): number | null {
  const text = String(typed).trim()
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null
}
/** What would be shown with what is typed (S §5): the device's own km where it is no number; null where those are not known. */
export function kmShown({ odometer, km_offset }: { readonly odometer: number | null; readonly km_offset: number }, typed: number | string): number | null {
  return odometer === null ? null : odometer - km_offset + (kmTyped(typed) ?? 0)
}
