// Where a company's vehicles are, while a visit is open; each reading is one look in the company's log.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ProvidedVisit, type VisitedVehicle, visitedVehicles } from '../contract.ts'

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
    <section aria-labelledby="visited">
      <h2 id="visited">{t('area.visited', { company: visit.customer_name })}</h2>
      <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
        {t('area.look_again')}
      </Button>
      {data === undefined || error !== null ? (
        <LoadingRows error={error} onRetry={() => void refetch()} />
      ) : (
        <Table.ScrollContainer minWidth={640}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('vehicles.column.plate')}</Table.Th>
                <Table.Th>{t('area.state')}</Table.Th>
                <Table.Th>{t('area.place')}</Table.Th>
                <Table.Th>{t('area.last_message')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(vehicle => (
                <Table.Tr key={vehicle.id}>
                  <Table.Td>{vehicle.plate}</Table.Td>
                  <Table.Td>
                    {vehicle.motion === null ? '' : t(`vehicles.motion.${vehicle.motion}`)}
                  </Table.Td>
                  <Table.Td>{where(vehicle)}</Table.Td>
                  <Table.Td>{formatDateTime(vehicle.message_datetime)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  )
}
