// Behind what is said of an alert, the place where it began, where that may be told.
import { useWhere } from '../../geocoding/web/Where.tsx'
import type { ActiveAlert } from '../contract.ts'

export function AlertPlace({ alert: { position, with_place } }: { readonly alert: ActiveAlert }) {
  const place = useWhere(with_place ? position : null)
  return place ? ` · ${place}` : null
}
