// Returns a kiosk that nobody uses to its first step, after a warning (printing.27).
import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './printing.module.css'
import { useIdle } from './useIdle.ts'

/** Milliseconds without a touch until it returns, and how many of them are counted down. */
const IDLE_MS = 600_000
const WARNING_MS = 60_000

/** `isQuiet`: the kiosk is at its first step already; then only the typed text is removed. */
export function IdleReturn({
  isQuiet,
  onAway,
}: {
  readonly isQuiet: boolean
  readonly onAway: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const secondsLeft = useIdle(IDLE_MS, WARNING_MS, () => {
    onAway()
    void navigate({ to: '/printer/scanner' })
  })
  if (secondsLeft === null || isQuiet) return null
  return (
    <div role="alertdialog" aria-label={t('printing.idle.title')} className={classes.idle}>
      <IconHourglass size={28} stroke={1.6} aria-hidden />
      <p>
        {t('printing.idle.title')}{' '}
        <strong role="timer">{t('printing.idle.left', { count: secondsLeft })}</strong>
      </p>
      {/* any touch or key stops the countdown; the button is there because people look for one */}
      <Button size="lg">{t('printing.idle.stay')}</Button>
    </div>
  )
}
