import { preference, setPreference } from '@flotta/ui/preferences.ts'
import { answering, show, signIn } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fleets as contract } from '../contract.ts'
import { FleetsFilter } from './FleetsFilter.tsx'
import { useFleetFilter } from './useFleetFilter.ts'

const fleets = ['NORD', 'SUD', 'EST', 'OVEST', 'FRIGO'].map((code, i) => ({
  id: i + 1,
  code,
  description: `Flotta ${code}`,
  color: '#2e51bb',
}))

function Probe() {
  const { passes } = useFleetFilter()
  return <output>{[1, 2, null].map(id => (passes(id) ? 'sì' : 'no')).join(' ')}</output>
}
const probe = () => screen.getByRole('status').textContent

beforeEach(signIn)

test('few fleets are toggles in the bar, and without a choice all vehicles are shown [fleets.17, fleets.18, fleets.20, fleets.22]', async () => {
  await show(
    <>
      <FleetsFilter />
      <Probe />
    </>,
    answering(contract.all, fleets.slice(0, 3)),
  )
  const north = await screen.findByRole('button', { name: 'NORD', pressed: false })
  // the colour of the fleet [fleets.18]
  expect(north.outerHTML).toMatch(/#2e51bb|46, 81, 187/i)
  expect(probe()).toBe('sì sì sì')
  await userEvent.click(north)
  expect(screen.getByRole('button', { name: 'NORD', pressed: true })).toBeInTheDocument()
  expect(probe()).toBe('sì no no')
  expect(preference('fleets')).toEqual([1])
  await userEvent.click(north)
  expect(probe()).toBe('sì sì sì')
})
test('many fleets are behind one button that counts the chosen ones', async () => {
  await show(<FleetsFilter />, answering(contract.all, fleets))
  await userEvent.click(await screen.findByRole('button', { name: 'Flotta' }))
  await userEvent.click(await screen.findByRole('button', { name: /^FRIGO/ }))
  expect(screen.getByRole('button', { name: 'Flotta, 1 flotta scelta' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Mostra tutte' }))
  expect(preference('fleets')).toEqual([])
})
test('a stored fleet that was removed hides nothing, and choosing all fleets hides vehicles without a fleet [fleets.23]', async () => {
  setPreference('fleets', [99])
  const { unmount } = await show(<Probe />, answering(contract.all, fleets))
  await screen.findByText('sì sì sì')
  unmount()
  setPreference('fleets', [1, 2, 3, 4, 5])
  await show(<Probe />, answering(contract.all, fleets))
  expect(await screen.findByText('sì sì no')).toBeInTheDocument()
})
test('the only fleet of a company is a filter too', async () => {
  await show(
    <>
      <FleetsFilter />
      <Probe />
    </>,
    answering(contract.all, fleets.slice(0, 1)),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'NORD', pressed: false }))
  expect(screen.getByRole('button', { name: 'NORD', pressed: true })).toBeInTheDocument()
  expect(probe()).toBe('sì no no')
})
