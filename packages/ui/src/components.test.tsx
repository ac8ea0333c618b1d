import { Modal } from '@mantine/core'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { confirm } from './Confirm.tsx'
import { Dialog } from './Dialog.tsx'
import { useLayer } from './layers.ts'
import { Pagination } from './Pagination.tsx'
import { RangePicker } from './RangePicker.tsx'
import { DAY, type Range } from './range.ts'
import { Severity } from './Severity.tsx'
import { Stat } from './Stat.tsx'
import { show } from './testing.tsx'
import { toast } from './toast.tsx'

test.each([
  [0, 'info-circle'],
  [1, 'alert-triangle'],
  [2, 'exclamation-circle'],
] as const)('the icon of severity %i is the sign %s [alerts.110]', async (level, sign) => {
  await show(<Severity level={level} />)
  expect(screen.getByRole('img')).toHaveClass(`tabler-icon-${sign}-filled`)
})
test('a question focuses its safe button, needs its switch, and is busy until its action is done [general.40, general.41, general.43, general.45]', async () => {
  await show(<span />)
  let finish: () => void = () => undefined
  const action = vi.fn(() => new Promise<void>(resolve => (finish = resolve)))
  const answer = confirm({
    title: 'Eliminare NORD?',
    text: 'Non si torna indietro',
    confirm: 'Elimina',
    color: 'red',
    doubleCheck: 'Ho capito',
    action,
  })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Annulla' })).toHaveFocus())
  expect(screen.getByRole('dialog', { name: 'Eliminare NORD?' })).toBeVisible()
  const go = screen.getByRole('button', { name: 'Elimina' })
  expect(go).toBeDisabled()
  await userEvent.click(screen.getByRole('switch', { name: 'Ho capito' }))
  await userEvent.click(go)
  expect(action).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Annulla' })).toBeDisabled()
  finish()
  expect(await answer).toBe(true)
})
test('a cancelled question answers no, and a failed action shows its reason and keeps the question open [general.42, general.44]', async () => {
  await show(<span />)
  const answer = confirm({
    title: 'Inviare?',
    confirm: 'Invia',
    action: () => Promise.reject(new Error('x')),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Invia' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Qualcosa è andato storto')
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }))
  expect(await answer).toBe(false)
})
test('a notice can be undone [general.49]', async () => {
  await show(<span />)
  const undo = vi.fn()
  toast.saved('Flotta NORD rimossa', undo)
  await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }))
  expect(undo).toHaveBeenCalledOnce()
})
test('a notice appears in a region that screen readers already know [general.52]', async () => {
  await show(<span />)
  const places = [...document.querySelectorAll('[aria-live="polite"]')]
  toast.success('Salvato')
  const notice = await screen.findByText('Salvato')
  expect(places.some(place => place.contains(notice))).toBe(true)
})
test('a notice goes after five seconds, that of a copy after three, and a grave one with a button stays until a person closes it [general.50, general.51]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await show(<p>mappa</p>)
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const texts = () =>
    ['Salvato', 'Copiato', 'Rifiutato'].filter(text => screen.queryByText(text) !== null)
  act(() => {
    toast.success('Salvato')
    toast.copied()
    toast.error('Rifiutato', { action: { label: 'Riprova', onClick: () => undefined } })
  })
  await pass(2_900)
  expect(texts()).toEqual(['Salvato', 'Copiato', 'Rifiutato'])
  await pass(1_500)
  expect(texts()).toEqual(['Salvato', 'Rifiutato'])
  await pass(60_000)
  expect(texts()).toEqual(['Rifiutato'])
  act(() => screen.getByRole('button', { name: 'Chiudi' }).click())
  await pass(1_000)
  expect(texts()).toEqual([])
})
test.each([
  [400, 'yellow'],
  [403, 'yellow'],
  [429, 'yellow'],
  [422, 'red'],
  [500, 'red'],
  [0, 'red'],
])(
  'a failure with the status %i is told in %s: a warning, or an error [general.92, general.94, general.96]',
  async (status, color) => {
    await show(<span />)
    toast.failed(new ApiError(status, 'x', `Stato ${status}`))
    const notice = (await screen.findByText(`Stato ${status}`)).closest('[role="alert"]')
    expect(notice?.getAttribute('style')).toContain(color)
  },
)
test('the pages offered are two around the current one, the first and the last, and none for a single page [general.61, general.62]', async () => {
  const { rerender } = await show(<Pagination page={10} pages={20} onChange={() => undefined} />)
  for (const page of [1, 8, 9, 10, 11, 12, 20])
    expect(screen.getByRole('button', { name: `Pagina ${page}` })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Pagina 7' })).toBeNull()
  rerender(<Pagination page={1} pages={1} onChange={() => undefined} />)
  expect(screen.queryByRole('button')).toBeNull()
})
test('an old value is marked, and a missing one has its reason', async () => {
  await show(
    <>
      <Stat label="Velocità" value={84} unit="km/h" at={Date.now() - 600_000} interval={60} />
      <Stat label="Batteria" value={null} why="Mai ricevuta" />
    </>,
  )
  expect(screen.getByText('84 km/h')).toBeInTheDocument()
  expect(screen.getByRole('img', { name: 'Valore non aggiornato' })).toBeInTheDocument()
  expect(screen.getByText('—')).toBeInTheDocument()
})
test('Esc closes the period and leaves the layer below it, and the focus returns to its button [general.83]', async () => {
  const under = vi.fn()
  const Under = () => {
    useLayer(true, under, { whileTyping: false })
    return (
      <RangePicker value={{ from: Date.now() - DAY, to: Date.now() }} onChange={() => undefined} />
    )
  }
  await show(<Under />)
  const button = screen.getByRole('button', { name: /^Periodo:/ })
  await userEvent.click(button)
  expect(await screen.findByRole('button', { name: 'Applica' })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Applica' })).toBeNull())
  expect(under).not.toHaveBeenCalled()
  await waitFor(() => expect(button).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  expect(under).toHaveBeenCalledOnce()
})
test('Esc closes a dialog and leaves the layer below it, even where the dialog disappears without an animation [general.83]', async () => {
  const under = vi.fn()
  function Panel() {
    useLayer(true, under, { whileTyping: false })
    const [isOpen, setOpen] = useState(true)
    return (
      <Dialog
        opened={isOpen}
        title="Grafico"
        transitionProps={{ duration: 0 }}
        onClose={() => flushSync(() => setOpen(false))}
      />
    )
  }
  await show(<Panel />)
  await screen.findByRole('dialog', { name: 'Grafico' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(under).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(under).toHaveBeenCalledOnce()
})
test('Esc closes the period and leaves the dialog that contains it', async () => {
  const close = vi.fn()
  await show(
    <Modal opened onClose={close} title="Richiedi" closeButtonProps={{ 'aria-label': 'Chiudi' }}>
      <RangePicker value={{ from: Date.now() - DAY, to: Date.now() }} onChange={() => undefined} />
    </Modal>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Periodo:/ }))
  const apply = await screen.findByRole('button', { name: 'Applica' })
  await waitFor(() =>
    expect(apply.closest('[data-layer]')).toContainElement(document.activeElement as HTMLElement),
  )
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Applica' })).toBeNull())
  expect(close).not.toHaveBeenCalled()
})
test('a period is chosen by a click, and is never longer than allowed', async () => {
  const now = Date.now()
  const onChange = vi.fn<(range: Range) => void>()
  await show(<RangePicker value={{ from: now - DAY, to: now }} onChange={onChange} maxDays={5} />)
  await userEvent.click(screen.getByRole('button', { name: /^Periodo:/ }))
  expect(screen.queryByRole('button', { name: 'Ultimi 7 giorni' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Ultimi 3 giorni' }))
  const range = onChange.mock.calls[0]?.[0] ?? { from: 0, to: 0 }
  expect(Math.round((range.to - range.from) / DAY)).toBe(3)
})
