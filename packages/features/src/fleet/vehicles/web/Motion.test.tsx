// The words for what a vehicle does: whose length is told beside them.
import { showAt } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Motion, type MotionProps } from './Motion.tsx'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
test.each<[string, MotionProps, string]>([
  [
    'a parked vehicle is told by its engine, as a stop began earlier, with the end of its trip',
    { motion: 'parked', since: ago(12) },
    'Motore spento · 12 min',
  ],
  [
    'a narrow column says the same',
    { motion: 'parked', since: ago(125), short: true },
    'Motore spento · 2 h',
  ],
  [
    'a vehicle that is idling stands with its engine on',
    { motion: 'idling', since: ago(13) },
    'Fermo a motore acceso · 13 min',
  ],
  ['a parked vehicle without a time is parked', { motion: 'parked', since: null }, 'In sosta'],
])('%s [vehicles.94]', async (_, props, words) => {
  await showAt('/', <Motion {...props} />)
  expect(screen.getByText(words)).toBeInTheDocument()
})
