// The address of a position by reverse geocoding; a town alone is marked as approximate.
import { query } from '@flotta/ui/api.ts'
import { Badge, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Place, reverse } from '../../../places/geocoding/contract.ts'
import shared from '../../panel.module.css'

/** Stands for an unknown part of a known address. */
const UNKNOWN_PART = '###'
/** About 100 m, so that a moving vehicle does not send a request with every fix. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1000) / 1000

/** Street, postal code and town in one line; places at town level have no further parts. */
function lineOf({ approximate, address: { name, city, postcode }, display_name }: Place): string {
  if (approximate) return display_name
  return `${name ?? UNKNOWN_PART}, ${postcode ?? UNKNOWN_PART} ${city ?? UNKNOWN_PART}`
}

export function Address({
  latitude,
  longitude,
}: {
  readonly latitude: number
  readonly longitude: number
}) {
  const { t } = useTranslation()
  const { data: places, isPending } = useQuery({
    ...query(reverse, {
      query: { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  const place = places?.[0]
  if (isPending) return <Skeleton height={14} mb="sm" width="70%" />
  return (
    <div className={shared.line} style={{ marginBottom: 8 }}>
      <Text size="sm">{place === undefined ? t('eyegeo.unknown_address') : lineOf(place)}</Text>
      {place?.approximate === true && (
        <Badge size="sm" variant="light" color="gray" tt="none" fw={500} style={{ flex: 'none' }}>
          {t('eyegeo.approximate')}
        </Badge>
      )}
    </div>
  )
}
