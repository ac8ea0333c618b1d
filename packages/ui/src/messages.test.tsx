import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { BarHead, BarList, BarWords } from './BarList.tsx'
import { LoadError } from './LoadError.tsx'
import { NothingFound } from './NothingFound.tsx'
import { ServerLost } from './ServerLost.tsx'
import { Severity } from './Severity.tsx'
import { serverConnection } from './server-connection.ts'
import { show } from './testing.tsx'

test.each([
  [0, 'Evento'],
  [1, 'Avvertenza'],
  [2, 'Allarme'],
] as const)(
  'severity %i has a word, for screen readers or beside its shape',
  async (level, word) => {
    await show(
      <>
        <Severity level={level} />
        <p>
          <Severity level={level} withWord />
        </p>
      </>,
    )
    expect(screen.getByRole('img', { name: word })).toBeVisible()
    expect(screen.getByText(word)).toBeVisible()
  },
)
test.each([
  ['NORD', 'Nulla corrisponde a “NORD”.'],
  ['', null],
])('an empty result names the search: %j', async (search, text) => {
  await show(<NothingFound search={search} />)
  expect(screen.getByText('Nessun risultato')).toBeVisible()
  expect(screen.queryByText(/^Nulla corrisponde/)?.textContent ?? null).toBe(text)
})
test('a failed list shows its reason and a button that tries again', async () => {
  const retry = vi.fn()
  await show(<LoadError error={new Error('x')} onRetry={retry} />)
  expect(screen.getByRole('alert')).toHaveTextContent('Qualcosa è andato storto')
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(retry).toHaveBeenCalledOnce()
})
test('a failed list has no button where nobody can try again', async () => {
  await show(<LoadError error={new Error('x')} />)
  expect(screen.queryByRole('button')).toBeNull()
})
test('a panel of the bar has a switch beside its title, and rows with what and where', async () => {
  const turn = vi.fn()
  await show(
    <>
      <BarHead title="Avvisi" label="Suono" checked={false} onChange={turn} />
      <BarList>
        <li>
          <BarWords mark={<b>!</b>} what="Porta aperta" where="A1, Fidenza" />
        </li>
      </BarList>
    </>,
  )
  await userEvent.click(screen.getByRole('switch', { name: 'Suono' }))
  expect(turn).toHaveBeenCalledExactlyOnceWith(true)
  expect(screen.getByRole('listitem')).toHaveTextContent('!Porta apertaA1, Fidenza')
})
test('the banner tells that the page polls or that the server is away, and is empty once the server answers [general.86, general.88]', async () => {
  await show(<ServerLost />)
  const banner = screen.getByRole('alert')
  expect(banner).toBeEmptyDOMElement()
  act(() => serverConnection.paused(true))
  expect(banner).toHaveTextContent('i dati vengono riletti ogni 10 secondi')
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + 60_000 })
  act(() => void serverConnection.failed())
  expect(banner).toHaveTextContent('Il server non risponde dalle')
  const ask = vi.fn()
  serverConnection.asksBy(ask)
  screen.getByRole('button', { name: 'Riprova' }).click()
  expect(ask).toHaveBeenCalledOnce()
  act(() => {
    serverConnection.paused(false)
    expect(serverConnection.heard()).toBe(true)
  })
  expect(banner).toBeEmptyDOMElement()
})
