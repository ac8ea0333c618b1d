// Connection of a vehicle: full green disc connected, amber half disc standby, grey ring disconnected, dashed while the server does not answer and
// the status is unknown; with the word, or with the word for screen readers only.
import { useTranslation } from 'react-i18next'
import { useServerLostSince } from './server-connection.ts'
import { DASH } from './texts.ts'

export type ConnectionStatus = 0 | 1 | 2
const colors = {
  0: 'var(--flotta-standby)',
  1: 'var(--flotta-connected)',
  2: 'var(--flotta-disconnected)',
} as const

export function StatusDot({
  status,
  withWord = false,
  size = 10,
}: {
  readonly status: ConnectionStatus
  readonly withWord?: boolean
  readonly size?: number
}) {
  const { t } = useTranslation()
  const isUnknown = useServerLostSince() !== null
  const word = isUnknown ? t('ui.status_unknown') : t(`ui.status.${status}`)
  const drawing = <Drawing status={isUnknown ? null : status} />
  if (!withWord)
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 10 10"
        role="img"
        aria-label={word}
        style={{ flex: 'none' }}
      >
        <title>{word}</title>
        {drawing}
      </svg>
    )
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 10 10"
        aria-hidden="true"
        style={{ flex: 'none' }}
      >
        {drawing}
      </svg>
      {isUnknown ? (
        <span title={word}>
          <span aria-hidden>{DASH}</span>
          <span className="flotta-hidden">{word}</span>
        </span>
      ) : (
        word
      )}
    </span>
  )
}
/** @param status null: the server does not answer, so the status is unknown */
function Drawing({ status }: { readonly status: ConnectionStatus | null }) {
  const color = colors[status ?? 2]
  return (
    <>
      {status === 1 && <circle cx="5" cy="5" r="5" fill={color} />}
      {status !== 1 && (
        <circle
          cx="5"
          cy="5"
          r="4.1"
          fill="none"
          stroke={color}
          strokeWidth="1.8"
          {...(status === null && { strokeDasharray: '2.2 2' })}
        />
      )}
      {status === 0 && <path d="M5 1a4 4 0 0 0 0 8z" fill={color} />}
    </>
  )
}
