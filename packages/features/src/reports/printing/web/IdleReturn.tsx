// A kiosk that nobody stands at any more goes back to its first step, after saying so.
import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './printing.module.css'
import { useIdle } from './useIdle.ts'

/** ms (decisions 12), and the last of them that are counted down. */
const IDLE_MS = 600_000
const WARNING_MS = 60_000

/** `isQuiet`: it stands at its first step already, and only what was typed there goes. */
export function IdleReturn({
  isQuiet,
  onAway,
}: {
  readonly isQuiet: boolean
  readonly onAway: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const left = useIdle(IDLE_MS, WARNING_MS, () => {
    onAway()
    void navigate({ to: '/printer/scanner' })
  })
  if (left === null || isQuiet) return null
  return (
    <div role="alertdialog" aria-label={t('printing.idle.title')} className={classes.idle}>
      <IconHourglass size={28} stroke={1.6} aria-hidden />
      <p>
        {t('printing.idle.title')}{' '}
        <strong role="timer">{t('printing.idle.left', { count: left })}</strong>
      </p>
      {/* any touch or key stops it; this is what one looks for */}
      <Button size="lg">{t('printing.idle.stay')}</Button>
    </div>
  )
}
