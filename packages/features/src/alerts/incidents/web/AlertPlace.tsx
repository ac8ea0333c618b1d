// The place where an alert began, behind its words; shown only where the reader may see it.
import { useWhere } from '../../../places/geocoding/web/Where.tsx'
import type { ActiveAlert } from '../contract.ts'

/** `alone`: there are no words before it. */
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
