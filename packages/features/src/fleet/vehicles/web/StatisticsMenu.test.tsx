// The statistics of the bar: how many vehicles of each type are connected, standing by or disconnected.
import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { typesStatistics } from '../contract.ts'
import { StatisticsMenu } from './StatisticsMenu.tsx'

beforeEach(signIn)
const button = () => screen.findByRole('button', { name: 'Mezzi per tipo e stato' })
const texts = (role: string) => (row: HTMLElement) =>
  within(row)
    .getAllByRole(role)
    .map(cell => cell.textContent)

test('the button shows the totals, and its table has each type of vehicle [navigation.69]', async () => {
  await show(
    <StatisticsMenu />,
    answering(typesStatistics, [
      { vehicle_type: 'T', status: 1, total: 1_200 },
      { vehicle_type: 'T', status: 2, total: 3 },
      { vehicle_type: 'U', status: 0, total: 4 },
      { vehicle_type: 'V', status: 1, total: 0 },
    ]),
  )
  expect(await screen.findByText('1.200')).toBeInTheDocument()
  expect((await button()).textContent).toBe('Connesso1.200In standby4Disconnesso3')
  await userEvent.click(await button())
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map(texts('cell'))).toEqual([
    ['Trattore/Motrice', '1.200', '0', '3', '1.203'],
    ['Autovettura', '0', '4', '0', '4'],
  ])
})
test('a failure has a message and a button that tries again', async () => {
  const { requests } = await show(
    <StatisticsMenu />,
    failing(typesStatistics, 503, { message: 'Il server si avvia', code: 'starting' }),
  )
  await userEvent.click(await button())
  expect(await screen.findByText('Il server si avvia')).toBeInTheDocument()
  const before = requests.length
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(requests.length).toBeGreaterThan(before)
})
test('a company without vehicles has a message', async () => {
  await show(<StatisticsMenu />, answering(typesStatistics, []))
  await userEvent.click(await button())
  expect(await screen.findByText('Nessun mezzo')).toBeInTheDocument()
})
