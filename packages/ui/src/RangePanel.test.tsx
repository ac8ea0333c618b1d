// What a period picker says and applies: of a drawn-up period, of one that is too long, ends later than now or is not chosen yet.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Draft, PeriodPanel } from './RangePanel.tsx'
import { show, stopClock } from './testing.tsx'

const now = new Date(2026, 10, 28, 12).getTime()
beforeEach(() => stopClock(now))
const at = (day: number, hour = 0, minute = 0) => new Date(2026, 10, day, hour, minute).getTime()
async function panel(draft: Draft, maxDays = 5) {
  const [onApply, onCancel] = [vi.fn(), vi.fn()]
  function Panel() {
    const [current, setCurrent] = useState(draft)
    return (
      <PeriodPanel
        value={{ from: at(27), to: now }}
        draft={current}
        maxDays={maxDays}
        onDraft={setCurrent}
        onApply={onApply}
        onCancel={onCancel}
      />
    )
  }
  await show(<Panel />)
  return { onApply, onCancel }
}
const draftOf = (
  first: string | null,
  last: string | null,
  from = '00:00',
  to = '23:59',
): Draft => ({
  days: [first, last],
  from,
  to,
})
const apply = () => userEvent.click(screen.getByRole('button', { name: 'Applica' }))

test.each([
  [
    'days and hours that fit',
    draftOf('2026-11-20', '2026-11-22', '08:30', '17:00'),
    '20/11/2026 08:30 – 22/11/2026 17:00',
    { from: at(20, 8, 30), to: at(22, 17, 1) - 1 },
  ],
  [
    'a single day, which is chosen to its last moment',
    draftOf('2026-11-20', null),
    '20/11/2026 00:00 – 20/11/2026 23:59',
    { from: at(20), to: at(21) - 1 },
  ],
  [
    'an end in the future, which becomes now [general.56]',
    draftOf('2026-11-27', '2026-11-28'),
    '27/11/2026 00:00 – 28/11/2026 12:00',
    { from: at(27), to: now },
  ],
  [
    'a period that is too long, of which the first days are taken [general.57]',
    draftOf('2026-11-10', '2026-11-20'),
    'Al massimo 5 giorni: la fine diventa 15/11/2026 00:00',
    { from: at(10), to: at(15) },
  ],
  [
    'a period that fits to the minute, which is not called too long',
    draftOf('2026-11-10', '2026-11-15', '10:00', '10:00'),
    '10/11/2026 10:00 – 15/11/2026 10:00',
    { from: at(10, 10), to: at(15, 10) },
  ],
  [
    'hours in the wrong order, which are turned',
    draftOf('2026-11-20', '2026-11-20', '17:00', '08:00'),
    '20/11/2026 08:00 – 20/11/2026 17:00',
    { from: at(20, 8, 1) - 1, to: at(20, 17) },
  ],
] as const)('the picker says what it would apply: %s', async (_, draft, text, range) => {
  // A phone shows one month, which is drawn faster.
  window.innerWidth = 390
  const { onApply } = await panel(draft)
  expect(screen.getByRole('status')).toHaveTextContent(text)
  await apply()
  expect(onApply).toHaveBeenCalledExactlyOnceWith(range)
})

test('a period whose days are not chosen yet cannot be applied, and can be cancelled', async () => {
  const { onApply, onCancel } = await panel(draftOf(null, null))
  expect(screen.getByRole('status')).toHaveTextContent('Scegli il primo e l’ultimo giorno')
  expect(screen.getByRole('button', { name: 'Applica' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onApply).not.toHaveBeenCalled()
})

test('two months lie beside each other, a day is chosen twice for itself, and days to come and of years ago cannot be chosen [general.54, general.55, general.56, services.14]', async () => {
  const { onApply } = await panel(draftOf(null, null))
  const day = (name: string) => screen.getByRole('button', { name })
  expect(screen.getByText('ottobre 2026')).toBeInTheDocument()
  expect(screen.getByText('novembre 2026')).toBeInTheDocument()
  expect(day('29 novembre 2026')).toBeDisabled()
  expect(day('28 novembre 2026')).toBeEnabled()
  await userEvent.click(day('20 novembre 2026'))
  await userEvent.click(day('20 novembre 2026'))
  await apply()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ from: at(20), to: at(21) - 1 })
})

test('a common period is applied at a click, and is one of those that fit [general.58]', async () => {
  const { onApply } = await panel(draftOf('2026-11-20', null), 31)
  const list = within(screen.getByRole('list'))
  expect(list.getAllByRole('button').map(button => button.textContent)).toEqual([
    'Ultime 24 ore',
    'Oggi',
    'Ieri',
    'Ultimi 3 giorni',
    'Ultimi 7 giorni',
    'Ultimi 30 giorni',
    'Questo mese',
    'Mese scorso',
  ])
  await userEvent.click(list.getByRole('button', { name: 'Mese scorso' }))
  expect(onApply).toHaveBeenCalledExactlyOnceWith({
    from: new Date(2026, 9, 1).getTime(),
    to: at(1) - 1,
  })
})
