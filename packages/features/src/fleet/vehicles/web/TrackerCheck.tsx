// The checks that a new vehicle's tracker has passed so far: heard, known, position, ignition, supply, sensors.
import type { ReplyOf } from '@flotta/core/contract.ts'
import { query } from '@flotta/ui/api.ts'
import { now } from '@flotta/ui/clock.ts'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconMap2 } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { about } from '../../../people/auth/about.ts'
import type { WiringSource } from '../../../telemetry/devices/web/Wiring.tsx'
import { WiringPart } from '../../../telemetry/devices/web/WiringPart.tsx'
import type { check as ownCheck } from '../contract.ts'
import { PhoneSetUp } from './PhoneSetUp.tsx'

export type SeenOfTracker = ReplyOf<typeof ownCheck>
/** The vehicle of the tracker; its id is needed to read the checks. */
export interface AddedVehicle {
  readonly id: number
  readonly plate: string
}
export type CheckOf = (
  vehicle: AddedVehicle,
) => Pick<UseQueryOptions<SeenOfTracker>, 'queryKey' | 'queryFn'>

/** null: the tracker to be wired is not known yet. */
export type WiringOf = (vehicle: AddedVehicle) => WiringSource | null

const steps = ['heard_at', 'known_at', 'fix_at', 'ignition_at', 'supply_at', 'sensors_at'] as const
const LOOKS_EVERY_MS = 1_000

/** A tracker that may sign in is known within a second of being heard. */
const KNOWN_AFTER_MS = 5_000
const isRefused = (seen: SeenOfTracker | undefined): boolean =>
  seen?.heard_at != null &&
  seen.known_at === null &&
  now() - Date.parse(seen.heard_at) > KNOWN_AFTER_MS

/** The checks that the tracker has passed so far, and why a tracker that was heard may be refused. */
export function CheckSteps({ seen }: { readonly seen: SeenOfTracker | undefined }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-live="polite">
        {steps.map(step => (
          <CheckStep key={step} step={step} at={seen?.[step] ?? null} />
        ))}
      </Stack>
      {isRefused(seen) && (
        <Text size="sm" role="status">
          {t('vehicles.check.refused')}
        </Text>
      )}
    </Stack>
  )
}

function CheckStep({
  step,
  at,
}: {
  readonly step: (typeof steps)[number]
  readonly at: string | null
}) {
  const { t } = useTranslation()
  const Mark = at === null ? IconCircleDashed : IconCircleCheck
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <Mark
        size={20}
        stroke={1.75}
        color={at === null ? 'var(--flotta-text-quiet)' : 'var(--mantine-color-green-6)'}
        aria-hidden
      />
      <Text size="sm" style={{ flex: 1 }}>
        {t(`vehicles.check.${step}`)}
      </Text>
      <Text size="sm" c="dimmed">
        {at === null ? t('vehicles.check.waiting') : formatDateTime(at, 'time')}
      </Text>
    </Group>
  )
}

export function TrackerCheck({
  vehicle,
  phone,
  check,
  wiringOf,
  hasMap,
  onClose,
}: {
  readonly vehicle: AddedVehicle
  /** The identifier of the phone that is its tracker. */
  readonly phone: string | null
  readonly check: CheckOf
  readonly wiringOf: WiringOf
  readonly hasMap: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...check(vehicle), refetchInterval: LOOKS_EVERY_MS })
  const isHeard = data?.heard_at != null
  const wiring = wiringOf(vehicle)
  return (
    <Stack gap="md">
      <Text>{t('vehicles.check.text', { plate: vehicle.plate })}</Text>
      {phone !== null && !isHeard && <PhoneSetUp identifier={phone} />}
      <CheckSteps seen={data} />
      {phone === null && !isHeard && <Hint />}
      {phone === null && isHeard && wiring !== null && <WiringPart source={wiring} />}
      <Group justify="flex-end">
        <Button variant={hasMap && isHeard ? 'default' : 'filled'} onClick={onClose}>
          {t('ui.close')}
        </Button>
        {hasMap && isHeard && (
          <Button
            component={Link}
            to="/global-map"
            search={{ v: vehicle.id } as never}
            onClick={onClose}
            leftSection={<IconMap2 size={16} aria-hidden />}
          >
            {t('vehicles.check.on_map')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** What to check while nothing was received. */
function Hint() {
  const { t } = useTranslation()
  const { data } = useQuery({ ...query(about, {}), staleTime: Number.POSITIVE_INFINITY })
  if (data === undefined) return null
  return (
    <Text size="sm" c="dimmed">
      {t('vehicles.check.hint', { host: location.hostname, port: data.tracker_port })}
    </Text>
  )
}
