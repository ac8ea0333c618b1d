// The severity of an alert: a shape, a colour and a word (0 event, 1 warning, 2 alarm).
import {
  IconAlertTriangleFilled,
  IconExclamationCircleFilled,
  IconInfoCircleFilled,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

const shapes = {
  0: IconInfoCircleFilled,
  1: IconAlertTriangleFilled,
  2: IconExclamationCircleFilled,
} as const
const colors = {
  0: 'var(--flotta-event)',
  1: 'var(--flotta-warning)',
  2: 'var(--flotta-alarm)',
} as const
const inks = {
  0: 'var(--flotta-event-text)',
  1: 'var(--flotta-warning-text)',
  2: 'var(--flotta-alarm-text)',
} as const

export type SeverityLevel = 0 | 1 | 2
export const severityInk = (level: SeverityLevel): string => inks[level]

/** Without `withWord` the word is for screen readers only. */
export function Severity({
  level,
  withWord = false,
  size = 16,
}: {
  readonly level: SeverityLevel
  readonly withWord?: boolean
  readonly size?: number
}) {
  const { t } = useTranslation()
  const Shape = shapes[level]
  const word = t(`ui.severity.${level}`)
  if (!withWord)
    return (
      <Shape
        size={size}
        color={colors[level]}
        role="img"
        aria-label={word}
        style={{ flex: 'none' }}
      />
    )
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6, color: inks[level] }}>
      <Shape size={size} color={colors[level]} aria-hidden style={{ flex: 'none' }} />
      {word}
    </span>
  )
}
