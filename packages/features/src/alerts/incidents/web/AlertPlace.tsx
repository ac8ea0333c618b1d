// Behind what is said of an alert, the place where it began, where that may be told.
import { useWhere } from '../../../places/geocoding/web/Where.tsx'
import type { ActiveAlert } from '../contract.ts'

/** `alone`: nothing stands before it. */
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
