// An address on one line, and the address of a point for a form.
import { call, query } from '@flotta/ui/api.ts'
import { currentLanguage } from '@flotta/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { reverse } from '../contract.ts'
import { addressParts, type PickedPlace, pickedPlaceAt, UNKNOWN_PART } from '../rules.ts'
import classes from './places.module.css'

/**
 * The address of a point of the map, fetched once to fill a form when the point was picked.
 * Unknown parts are empty.
 */
export async function placeAt(at: {
  readonly latitude: number
  readonly longitude: number
}): Promise<PickedPlace> {
  const [place] = await call(reverse, { query: { latitude: at.latitude, longitude: at.longitude } })
  return pickedPlaceAt(place, at)
}

/** The parts of a found place; missing parts are named. */
export function Address({ place }: { readonly place: PickedPlace }) {
  const { t } = useTranslation()
  return addressParts.map((part, i) => (
    <Fragment key={part}>
      {i > 0 && ', '}
      {place[part] === '' ? (
        <span className={classes.unknown}>{t(`geocoding.unknown.${part}`)}</span>
      ) : (
        place[part]
      )}
    </Fragment>
  ))
}

/** The address of a position: `###` stands for unknown parts; empty until it was fetched. */
export function AddressAt({
  latitude,
  longitude,
}: {
  readonly latitude: number
  readonly longitude: number
}) {
  // Four decimals are some ten metres: a parked vehicle is asked for once.
  const at = { latitude: Number(latitude.toFixed(4)), longitude: Number(longitude.toFixed(4)) }
  const reverseQuery = query(reverse, { query: { latitude: at.latitude, longitude: at.longitude } })
  const { data } = useQuery({
    ...reverseQuery,
    queryKey: [...reverseQuery.queryKey, currentLanguage()],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data === undefined) return null
  const place = pickedPlaceAt(data[0], at)
  return addressParts.map(part => (place[part] === '' ? UNKNOWN_PART : place[part])).join(', ')
}
