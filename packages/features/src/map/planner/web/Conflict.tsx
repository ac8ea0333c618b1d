// The dialog when somebody else has changed the trip meanwhile: it shows the stored trip and asks which version to keep.
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { Alert, Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PlannedTrip } from '../contract.ts'

export function Conflict({
  message,
  trip,
  onTake,
  onKeep,
}: {
  readonly message: string
  readonly trip: PlannedTrip
  readonly onTake: () => void
  readonly onKeep: () => void
}) {
  const { t } = useTranslation()
  return (
    <Alert color="yellow" p="sm" title={message}>
      <p style={{ margin: '0 0 8px' }}>
        {t('planner.theirs')}: <strong>{trip.name}</strong> · {formatDateTime(trip.startdate)} ·{' '}
        {formatNumber(trip.route.distance / 1000, { unit: 'km', decimals: 1 })} ·{' '}
        {trip.waypoints.map(w => w.address).join(' → ')}
      </p>
      <Group gap="sm">
        <Button variant="default" size="compact-sm" onClick={onTake}>
          {t('planner.take_theirs')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onKeep}>
          {t('planner.keep_mine')}
        </Button>
      </Group>
    </Alert>
  )
}
