// What a vehicle does, and for how long.
import { formatDuration, formatRoughly } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { IconEngine, IconParking, IconSteeringWheel, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../contract.ts'

type MotionState = NonNullable<Vehicle['motion']>
const icons: Readonly<Record<MotionState, TablerIcon>> = {
  moving: IconSteeringWheel,
  idling: IconEngine,
  parked: IconParking,
}

/**
 * The key of the word for what a vehicle does. Beside a time, a parked vehicle is one whose engine is off: that is since when it is parked, while its stop
 * began with the end of its trip (vehicles.94).
 */
export const motionKey = (motion: MotionState, since: string | null): string =>
  `vehicles.motion.${motion === 'parked' && since !== null ? 'engine_off' : motion}`

export interface MotionProps {
  readonly motion: MotionState
  /** ISO; null: not known. */
  readonly since: string | null
  /** For narrow places: only the largest unit of the time, the rest on hover. */
  readonly short?: boolean
}

export function Motion({ motion, since, short = false }: MotionProps) {
  const { t } = useTranslation()
  const now = useNow(60)
  const Icon = icons[motion]
  const seconds = since === null ? null : (now - Date.parse(since)) / 1000
  return (
    <span
      title={short && seconds !== null ? formatDuration(seconds) : undefined}
      style={{
        display: 'inline-flex',
        alignItems: 'baseline',
        gap: 4,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon
        size={16}
        stroke={1.75}
        aria-hidden
        style={{ flex: 'none', position: 'relative', top: 3, marginTop: -3 }}
      />
      {t(short && motion === 'idling' ? 'vehicles.motion.idling_short' : motionKey(motion, since))}
      {seconds !== null && ` · ${short ? formatRoughly(seconds) : formatDuration(seconds)}`}
    </span>
  )
}
