// What a vehicle does, and for how long.
import { formatDuration } from '@flotta/ui/texts.ts'
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

export interface MotionProps {
  readonly motion: MotionState
  /** ISO; null: not known. */
  readonly since: string | null
  /** Where there is little room. */
  readonly short?: boolean
}

export function Motion({ motion, since, short = false }: MotionProps) {
  const { t } = useTranslation()
  const now = useNow(60)
  const Icon = icons[motion]
  return (
    <span
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 4,
        whiteSpace: 'nowrap',
        verticalAlign: 'middle',
      }}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(`vehicles.motion.${short && motion === 'idling' ? 'idling_short' : motion}`)}
      {since !== null && ` · ${formatDuration((now - Date.parse(since)) / 1000)}`}
    </span>
  )
}
