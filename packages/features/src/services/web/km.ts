// The kilometres that a vehicle shows: those of its device and what is added to them.

/** What is typed as a correction, in whole km; null: it is no whole number. */
export function kmTyped(typed: number | string): number | null {
  const text = String(typed).trim()
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null
}
/** What is shown while no whole number is typed (S §5): the device's own km, or what was shown before. */
export type WhileUnread = 'own' | 'unchanged'
/** What would be shown with what is typed; null where the device's own km are not known. */
export function kmShown(
  { odometer, km_offset }: { readonly odometer: number | null; readonly km_offset: number },
  typed: number | string,
  unread: WhileUnread = 'own',
): number | null {
  return odometer === null
    ? null
    : odometer - km_offset + (kmTyped(typed) ?? (unread === 'own' ? 0 : km_offset))
}
