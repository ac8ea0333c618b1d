// The positions of a company's vehicles while a visit is open; each read is one look in the company's log.
import { query } from '@flotta/ui/api.ts'
import page from '@flotta/ui/resource/resource.module.css'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ProvidedVisit, type VisitedVehicle, visitedVehicles } from '../contract.ts'
import { VisitedMap } from './VisitedMap.tsx'

const DEGREES = 5

export function VisitedVehicles({ visit }: { readonly visit: ProvidedVisit }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({
    ...query(visitedVehicles, { params: { id: visit.id } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const where = (vehicle: VisitedVehicle): string => {
    if (vehicle.private) return t('area.private_trip')
    const { latitude, longitude, place } = vehicle
    if (latitude === null || longitude === null) return ''
    const spot = `${latitude.toFixed(DEGREES)}, ${longitude.toFixed(DEGREES)}`
    return place === null ? spot : `${place} (${spot})`
  }
  return (
    <section className={page.part} aria-labelledby="visited">
      <Group justify="space-between">
        <h2 id="visited">{t('area.visited', { company: visit.customer_name })}</h2>
        <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('area.look_again')}
        </Button>
      </Group>
      {data?.some(({ latitude }) => latitude !== null) && (
        <VisitedMap
          vehicles={data}
          label={t('area.visited_map', { company: visit.customer_name })}
        />
      )}
      <PlainTable
        columns={[
          { title: t('vehicles.column.plate'), cell: vehicle => vehicle.plate },
          {
            title: t('area.state'),
            cell: ({ motion }) => (motion === null ? '' : t(`vehicles.motion.${motion}`)),
          },
          { title: t('area.place'), cell: where },
          {
            title: t('area.last_message'),
            cell: vehicle => formatDateTime(vehicle.message_datetime),
          },
        ]}
        rows={error === null ? data : undefined}
        keyOf={vehicle => vehicle.id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('area.no_visited'), text: t('area.no_visited_text') }}
      />
    </section>
  )
}
