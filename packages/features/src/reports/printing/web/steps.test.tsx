// The steps to a receipt in the head of the kiosk, and the return of a kiosk that nobody uses.
import { showAt } from '@flotta/ui/testing.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { IdleReturn } from './IdleReturn.tsx'
import { Steps } from './Steps.tsx'

test.each([
  ['/printer/scanner', 'Mezzo', []],
  ['/printer/vehicle/12/date-range', 'Periodo', ['/printer/scanner']],
  [
    '/printer/vehicle/12/preview?from=2026-11-01',
    'Ricevuta',
    ['/printer/scanner', '/printer/vehicle/12/date-range?from=2026-11-01'],
  ],
])('at %s the step %s is open and the ones before it are links', async (address, step, links) => {
  await showAt(address, <Steps />)
  const items = screen.getAllByRole('listitem')
  expect(items).toHaveLength(3)
  expect(items.find(item => item.getAttribute('aria-current') === 'step')).toHaveTextContent(step)
  expect(screen.queryAllByRole('link').map(link => link.getAttribute('href'))).toEqual(links)
})

test('other pages of the kiosk have no steps', async () => {
  await showAt('/printer/login', <Steps />)
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})

test('after nine minutes without a touch the kiosk counts down, and after ten it is back at the scanner [printing.27]', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const onAway = vi.fn()
  const { address } = await showAt(
    '/printer/vehicle/12/preview',
    <IdleReturn isQuiet={false} onAway={onAway} />,
  )
  const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1_000))
  pass(539)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  pass(1)
  expect(screen.getByRole('timer')).toHaveTextContent('Ricomincio tra 60 secondi.')
  pass(59)
  expect(screen.getByRole('timer')).toHaveTextContent('Ricomincio tra 1 secondo.')
  fireEvent.pointerDown(window)
  expect(
    screen.queryByRole('alertdialog', { name: 'C’è ancora qualcuno?' }),
  ).not.toBeInTheDocument()
  expect(onAway).not.toHaveBeenCalled()
  pass(600)
  expect(onAway).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(address()).toBe('/printer/scanner'))
})

test('a kiosk that is at its first step already asks nobody', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await showAt('/printer/scanner', <IdleReturn isQuiet onAway={() => undefined} />)
  act(() => void vi.advanceTimersByTime(570_000))
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})
