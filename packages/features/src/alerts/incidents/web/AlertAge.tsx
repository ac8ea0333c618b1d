// The age of an alert, or the time until the moment that it warns of: "2 min fa", "tra 22 giorni".
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import type { ActiveAlert } from '../contract.ts'

/** `every`: 5 or 60 seconds. */
export function AlertAge({
  alert,
  every = 5,
}: {
  readonly alert: Pick<ActiveAlert, 'created_at' | 'ends_at'>
  readonly every?: 5 | 60
}) {
  return <RelativeTime at={alert.ends_at ?? alert.created_at} every={every} />
}
