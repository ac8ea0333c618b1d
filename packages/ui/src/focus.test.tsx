import { Button, CloseButton, Modal, TextInput } from '@mantine/core'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FormEvent, useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirm } from './Confirm.tsx'
import { keepFocus, passFocusOn, usePassFocusOn, useReturnFocus } from './focus.ts'
import { useFocusInside } from './layers.ts'
import { FilterChip } from './table/FilterChip.tsx'
import { show } from './testing.tsx'
import { toast } from './toast.tsx'

let end: () => void = () => undefined
beforeEach(() => {
  end = keepFocus()
})
afterEach(() => end())

test('a refused form focuses its first faulty field, at once or later, and even when it was disabled meanwhile [general.84]', async () => {
  let answer: () => void = () => undefined
  function Form() {
    const [state, set] = useState<'open' | 'sent' | 'refused'>('open')
    const send = (event: FormEvent) => {
      event.preventDefault()
      set('sent')
      answer = () => set('refused')
    }
    return (
      <form onSubmit={send}>
        <fieldset disabled={state === 'sent'}>
          <TextInput label="Nome" />
          <TextInput label="Targa" error={state === 'refused' && 'È già in uso'} />
        </fieldset>
        <Button type="submit">Salva</Button>
      </form>
    )
  }
  await show(<Form />)
  await userEvent.type(screen.getByLabelText('Nome'), 'A{Enter}')
  expect(screen.getByLabelText('Targa')).toBeDisabled()
  act(() => answer())
  const wrong = screen.getByLabelText('Targa')
  await waitFor(() => expect(wrong).toHaveFocus())
  expect(wrong).toHaveAccessibleDescription('È già in uso')
  // The same fault again, found before anything is rendered.
  screen.getByLabelText('Nome').focus()
  fireEvent.submit(wrong.closest('form') as HTMLFormElement)
  act(() => answer())
  await waitFor(() => expect(wrong).toHaveFocus())
})
test('a refusal leaves the focus where it is when the person has gone on meanwhile', async () => {
  let refuse: () => void = () => undefined
  function Form() {
    const [wrong, set] = useState(false)
    refuse = () => set(true)
    return (
      <>
        <form onSubmit={event => event.preventDefault()}>
          <TextInput label="Nome" error={wrong && 'È già in uso'} />
        </form>
        <button type="button">Altrove</button>
      </>
    )
  }
  await show(<Form />)
  await userEvent.type(screen.getByLabelText('Nome'), 'A{Enter}{Tab}')
  act(() => refuse())
  expect(await screen.findByText('È già in uso')).toBeVisible()
  await new Promise(requestAnimationFrame)
  expect(screen.getByRole('button', { name: 'Altrove' })).toHaveFocus()
})
test('Tab leads back into a dialog whose focused button has disappeared', async () => {
  function Screen() {
    const [step, set] = useState(1)
    return (
      <>
        <button type="button">Dietro</button>
        <Modal
          opened
          onClose={() => undefined}
          title="Importa"
          closeButtonProps={{ 'aria-label': 'Chiudi' }}
        >
          {step === 1 ? (
            <Button onClick={() => set(2)}>Avanti</Button>
          ) : (
            <Button key="2">Fine</Button>
          )}
        </Modal>
      </>
    )
  }
  await show(<Screen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Avanti' }))
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  await userEvent.tab()
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
})
test('a removed entry passes the focus to the next one, and the last entry to the one before [general.85]', async () => {
  function Entry({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
    const button = useRef<HTMLButtonElement>(null)
    usePassFocusOn(button)
    return (
      <li>
        <button ref={button} type="button" onClick={onRemove}>
          {name}
        </button>
      </li>
    )
  }
  function List() {
    const [names, set] = useState(['A', 'B', 'C'])
    return (
      <ul>
        {names.map(name => (
          <Entry
            key={name}
            name={name}
            onRemove={() => set(names.filter(other => other !== name))}
          />
        ))}
      </ul>
    )
  }
  await show(<List />)
  screen.getByRole('button', { name: 'B' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'C' })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'A' })).toHaveFocus())
})
test('a question that is busy cannot be left by Esc, and after a failure Enter tries again', async () => {
  await show(<span />)
  let tries = 0
  let fail: () => void = () => undefined
  const action = () =>
    ++tries === 1
      ? new Promise<void>((_, reject) => (fail = () => reject(new Error('x'))))
      : Promise.resolve()
  const answer = confirm({ title: 'Inviare?', confirm: 'Invia', action })
  const go = await screen.findByRole('button', { name: 'Invia' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Annulla' })).toHaveFocus())
  await userEvent.tab()
  expect(go).toHaveFocus()
  await userEvent.keyboard('{Enter}{Escape}')
  fail()
  expect(await screen.findByRole('alert')).toBeVisible()
  await waitFor(() => expect(go).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  expect(await answer).toBe(true)
})
test('a filter that is cleared leaves the focus on its chip', async () => {
  function Screen() {
    const [chosen, set] = useState<readonly string[]>(['a'])
    return (
      <FilterChip
        label="Tipo"
        choices={[{ value: 'a', label: 'Auto' }]}
        chosen={chosen}
        onChange={set}
      />
    )
  }
  await show(<Screen />)
  screen.getByRole('button', { name: /filtro/i }).focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Tipo' })).toHaveFocus()
})
test('an entry that disappears before its question has closed passes the focus on too', async () => {
  function List() {
    const [names, set] = useState(['A', 'B'])
    const ask = async (name: string) =>
      (await confirm({ title: `Togliere ${name}?` })) && set(names.filter(other => other !== name))
    return (
      <ul>
        {names.map(name => (
          <li key={name}>
            <button type="button" onClick={() => void ask(name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  await show(<List />)
  screen.getByRole('button', { name: 'A' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Annulla' })).toHaveFocus())
  await userEvent.keyboard('{Tab}{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'B' })).toHaveFocus())
})
test.each([
  ['the entry, then the dialog', ['li', '[role="dialog"]']],
  ['the dialog, then the entry', ['[role="dialog"]', 'li']],
])('an entry and the question about it may disappear in any order: %s', async (_, order) => {
  const page = document.createElement('div')
  page.innerHTML =
    '<ul><li><button>A</button></li><li><button>B</button></li></ul><div role="dialog"><button>Sì</button></div>'
  document.body.append(page)
  screen.getByRole('button', { name: 'A' }).focus()
  const goOn = passFocusOn()
  screen.getByRole('button', { name: 'Sì' }).focus()
  goOn()
  for (const selector of order) {
    expect(screen.getByRole('button', { name: 'B' })).not.toHaveFocus()
    page.querySelector(selector)?.remove()
    // Observers are called after this turn of the event loop, and the next frame after them.
    await new Promise(requestAnimationFrame)
  }
  await waitFor(() => expect(screen.getByRole('button', { name: 'B' })).toHaveFocus())
  page.remove()
})
test('an entry that gets the focus back from its question may still disappear and pass it on', async () => {
  const page = document.createElement('div')
  page.innerHTML =
    '<ul><li><button>A</button></li><li><button>B</button></li></ul><div role="dialog"><button>Sì</button></div>'
  document.body.append(page)
  const opener = screen.getByRole('button', { name: 'A' })
  opener.focus()
  const goOn = passFocusOn()
  screen.getByRole('button', { name: 'Sì' }).focus()
  goOn()
  page.querySelector('[role="dialog"]')?.remove()
  opener.focus()
  await new Promise(requestAnimationFrame)
  expect(opener).toHaveFocus()
  opener.closest('li')?.remove()
  await waitFor(() => expect(screen.getByRole('button', { name: 'B' })).toHaveFocus())
  page.remove()
})
test('a dialog that appears opened and disappears as a whole gives the focus back', async () => {
  function Asking({ onClose }: { readonly onClose: () => void }) {
    useReturnFocus()
    return (
      <Modal opened onClose={onClose} title="Chiedi" closeButtonProps={{ 'aria-label': 'Chiudi' }}>
        <TextInput label="Nome" data-autofocus />
      </Modal>
    )
  }
  function Screen() {
    const [open, set] = useState(false)
    return (
      <>
        <button type="button" onClick={() => set(true)}>
          Apri
        </button>
        {open && <Asking onClose={() => set(false)} />}
      </>
    )
  }
  await show(<Screen />)
  screen.getByRole('button', { name: 'Apri' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Apri' })).toHaveFocus())
})
test('a dialog that opens leaves the focus in a field that the person has chosen meanwhile', async () => {
  await show(
    <Modal opened onClose={() => undefined} title="Chiedi">
      <TextInput label="Nome" data-autofocus />
      <TextInput label="Nota" />
    </Modal>,
  )
  screen.getByLabelText('Nota').focus()
  // The dialog moves the focus to its first field in a later turn.
  await new Promise(resolve => setTimeout(resolve))
  expect(screen.getByLabelText('Nota')).toHaveFocus()
})
test('a button that disappears with its own press passes the focus on: a × to its field, a filter to the next one, the last to the element before it', async () => {
  function Screen() {
    const [words, type] = useState('roma')
    const [filters, set] = useState(['A', 'B'])
    return (
      <search>
        <TextInput
          aria-label="Luogo"
          value={words}
          readOnly
          rightSection={
            words !== '' && (
              <CloseButton
                aria-label="Svuota"
                onClick={() => setTimeout(() => act(() => type('')))}
              />
            )
          }
        />
        <button type="button">Filtri</button>
        <div>
          {filters.map(name => (
            <button
              key={name}
              type="button"
              data-entry
              onClick={() => set(filters.filter(other => other !== name))}
            >
              {name}
            </button>
          ))}
        </div>
      </search>
    )
  }
  await show(<Screen />)
  const press = async (name: string) => {
    screen.getByRole('button', { name }).focus()
    await userEvent.keyboard('{Enter}')
  }
  await press('Svuota')
  await waitFor(() => expect(screen.getByLabelText('Luogo')).toHaveFocus())
  await press('A')
  await waitFor(() => expect(screen.getByRole('button', { name: 'B' })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Filtri' })).toHaveFocus())
})
test('F8 leads to the newest notice, and a pressed notice passes the focus to the next one, and then back [general.53]', async () => {
  await show(<button type="button">Lavoro</button>)
  let undone = 0
  act(() => {
    toast.info('Uno', { action: { label: 'Apri', onClick: () => undefined } })
    toast.saved('Due', () => undone++)
  })
  screen.getByRole('button', { name: 'Lavoro' }).focus()
  expect(await screen.findByRole('button', { name: 'Annulla' })).toBeVisible()
  await userEvent.keyboard('{F8}')
  expect(screen.getByRole('button', { name: 'Annulla' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(undone).toBe(1)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Apri' })).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Lavoro' })).toHaveFocus())
})
test('a button that is busy after its press gets the focus again when it is done', async () => {
  let finish: () => void = () => undefined
  function Screen() {
    const [busy, set] = useState(false)
    finish = () => act(() => set(false))
    return (
      <Button loading={busy} onClick={() => set(true)}>
        Prova
      </Button>
    )
  }
  await show(<Screen />)
  const button = screen.getByRole('button', { name: 'Prova' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(button).toBeDisabled()
  // A browser removes the focus from a disabled control.
  button.blur()
  // Observers are called after this turn of the event loop.
  await new Promise(requestAnimationFrame)
  finish()
  await waitFor(() => expect(button).toHaveFocus())
})
test('a panel that was open when the page appeared leaves the focus to the page', async () => {
  function Screen() {
    const [open, set] = useState<number | null>(1)
    const box = useRef<HTMLElement>(null)
    useFocusInside(box, open)
    return (
      <main tabIndex={-1}>
        <aside ref={box} tabIndex={-1}>
          {open !== null && (
            <button type="button" onClick={() => set(null)}>
              Chiudi
            </button>
          )}
        </aside>
      </main>
    )
  }
  await show(<Screen />)
  screen.getByRole('button', { name: 'Chiudi' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})
