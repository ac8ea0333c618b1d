// The place where an alert began, after its text; only if the reader may see it.
import { useWhere } from '../../../places/geocoding/web/Where.tsx'
import type { ActiveAlert } from '../contract.ts'

/** `alone`: there is no text before it. */
export function AlertPlace({
  alert: { position, with_place },
  alone = false,
}: {
  readonly alert: ActiveAlert
  readonly alone?: boolean
}) {
  const place = useWhere(with_place ? position : null)
  return place ? (alone ? place : ` · ${place}`) : null
}
