// Ages: when a value counts as old, and what is shown while the server does not answer.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Age, MeasuredValues, ValuesInterval } from './Age.tsx'
import { ServerLost } from './ServerLost.tsx'
import { Stat } from './Stat.tsx'
import { StatusDot } from './StatusDot.tsx'
import { serverConnection } from './server-connection.ts'
import { show } from './testing.tsx'
import { formatDateTime } from './texts.ts'

afterEach(() => {
  vi.useRealTimers()
  serverConnection.heard()
})
/** The server answered for the last time at `at`. */
function silentSince(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at)
  serverConnection.heard()
  vi.setSystemTime(at + 10_000)
  serverConnection.failed()
  vi.useRealTimers()
}
const ago = (seconds: number) => Date.now() - seconds * 1000

test.each([
  ['three of its intervals old', 60, 181, true],
  ['younger', 60, 170, false],
  ['as young, of a quick reporter', 10, 40, true],
  ['as old, of a slow one', 600, 1_700, false],
])(
  'the mark of an old value follows the interval of its reports: %s',
  async (_, interval, age, old) => {
    await show(<Stat label="Velocità" value={84} unit="km/h" at={ago(age)} interval={interval} />)
    expect(screen.queryByRole('img', { name: 'Valore non aggiornato' }) !== null).toBe(old)
  },
)
test('values that were measured together become old together, and one without a value does not', async () => {
  const { container } = await show(
    <ValuesInterval seconds={60}>
      <MeasuredValues at={ago(600)}>
        <Stat label="Velocità" value={84} unit="km/h" />
        <Stat label="Quota" value={null} unit="m" />
      </MeasuredValues>
    </ValuesInterval>,
  )
  expect([...container.querySelectorAll('[data-stale]')].map(e => e.textContent)).toEqual([
    'Velocità84\u00a0km/h',
  ])
  expect(screen.getByText('—')).toBeVisible()
})
test('while the server does not answer, values show their time and statuses are unknown, and afterwards both are as before', async () => {
  const measured = ago(120)
  await show(
    <>
      <ServerLost />
      <Age at={measured} />
      <StatusDot status={1} withWord />
    </>,
  )
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  expect(screen.getByText('2 min fa')).toBeVisible()
  const since = ago(30)
  act(() => silentSince(since))
  expect(screen.getByRole('alert')).toHaveTextContent(
    `Il server non risponde dalle ${formatDateTime(since, 'time')}`,
  )
  expect(screen.getByText(`dati delle ${formatDateTime(measured, 'time')}`)).toBeVisible()
  expect(screen.getByText('Stato sconosciuto')).toBeVisible()
  const ask = vi.fn()
  serverConnection.asksBy(ask)
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(ask).toHaveBeenCalledOnce()
  act(() => void serverConnection.heard())
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  expect(screen.getByText('Connesso')).toBeVisible()
})
test('one failed call does not count as a lost server', async () => {
  await show(<ServerLost />)
  serverConnection.heard()
  act(() => void serverConnection.failed())
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})
