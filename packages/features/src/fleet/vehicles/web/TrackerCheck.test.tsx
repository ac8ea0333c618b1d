// What a person sees while the checks of a new tracker are running.
import { show, stopClock } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CheckSteps } from './TrackerCheck.tsx'

const NOW = Date.parse('2026-11-27T10:00:00Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString()
const nothing = {
  heard_at: null,
  known_at: null,
  fix_at: null,
  ignition_at: null,
  supply_at: null,
  sensors_at: null,
}
test.each([
  ['not for a silent tracker', nothing, false],
  ['not for a tracker that reported a moment ago', { ...nothing, heard_at: ago(2) }, false],
  ['for a tracker that reports and is refused', { ...nothing, heard_at: ago(30) }, true],
  ['not for a known tracker', { ...nothing, heard_at: ago(30), known_at: ago(29) }, false],
])(
  'the reason for a refused tracker appears after the time in which it should be known: %s [vehicles.93]',
  async (_, seen, isTold) => {
    stopClock(NOW)
    await show(<CheckSteps seen={seen} />)
    expect(screen.getAllByRole('listitem')).toHaveLength(6)
    expect(screen.queryByText(/parla un altro protocollo/) !== null).toBe(isTold)
  },
)
