import { Button } from '@mantine/core'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { CopyField } from './CopyField.tsx'
import { Dialog } from './Dialog.tsx'
import { FormButtons } from './FormButtons.tsx'
import { FormDrawer, FormSection } from './FormDrawer.tsx'
import { AccountEmail, RequiredText } from './form-fields.tsx'
import { LoadingList } from './LoadingRows.tsx'
import { NothingFound } from './NothingFound.tsx'
import { useUnsaved } from './resource/unsaved.ts'
import { ServerLost } from './ServerLost.tsx'
import { LOST_AFTER, serverConnection } from './server-connection.ts'
import { show } from './testing.tsx'

function NameForm({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  useUnsaved(() => name !== '')
  return (
    <form>
      <FormSection title="Persona">
        <RequiredText
          label="Nome"
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
      </FormSection>
      <FormButtons label="Salva" onCancel={onClose} />
    </form>
  )
}
const openDrawer = async () => {
  const onClose = vi.fn()
  await show(
    <FormDrawer title="Nuovo" onClose={onClose}>
      <NameForm onClose={onClose} />
    </FormDrawer>,
  )
  return { onClose, drawer: within(await screen.findByRole('dialog', { name: 'Nuovo' })) }
}

test('a drawer closes at once while nothing was typed, by its button and by Esc [general.101]', async () => {
  const { onClose, drawer } = await openDrawer()
  expect(drawer.getByRole('group', { name: 'Persona' })).toBeInTheDocument()
  await userEvent.click(drawer.getByRole('button', { name: 'Chiudi' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
})

test('a drawer asks before something typed is lost [general.75]', async () => {
  const { onClose, drawer } = await openDrawer()
  await userEvent.type(drawer.getByLabelText('Nome'), 'Anna')
  await userEvent.click(drawer.getByRole('button', { name: 'Chiudi' }))
  const question = within(await screen.findByRole('dialog', { name: 'Uscire senza salvare?' }))
  await userEvent.click(question.getByRole('button', { name: 'Resta' }))
  expect(onClose).not.toHaveBeenCalled()
  expect(drawer.getByLabelText('Nome')).toHaveValue('Anna')
})

test('while a form is being sent, its buttons do not close it', async () => {
  const onCancel = vi.fn()
  await show(<FormButtons label="Salva" onCancel={onCancel} isPending start={<Button>X</Button>} />)
  expect(screen.getByRole('button', { name: 'Annulla' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Salva' })).toHaveAttribute('data-loading')
  expect(screen.getByRole('button', { name: 'X' })).toBeEnabled()
})

test('a dialog is open unless it is closed explicitly, and its cross has a name in the reader’s language', async () => {
  const onClose = vi.fn()
  await show(
    <>
      <Dialog title="Aperto" onClose={onClose}>
        <AccountEmail label="E-mail" />
      </Dialog>
      <Dialog title="Chiuso" opened={false} onClose={onClose} />
    </>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Aperto' }))
  expect(screen.queryByRole('dialog', { name: 'Chiuso' })).not.toBeInTheDocument()
  // Password managers and the keyboards of phones recognise the field by these attributes.
  for (const [attribute, value] of [
    ['type', 'email'],
    ['autocomplete', 'username'],
    ['autocapitalize', 'none'],
  ] as const)
    expect(dialog.getByLabelText('E-mail')).toHaveAttribute(attribute, value)
  await userEvent.click(dialog.getByRole('button', { name: 'Chiudi' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['copied, with a notice', true, 'Copiato'],
  ['selected where the browser has no clipboard, to be copied by hand', false, /premi Ctrl\+C/],
] as const)('the copy of a text is %s', async (_, works, notice) => {
  const user = userEvent.setup()
  const writeText = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockImplementation(() => (works ? Promise.resolve() : Promise.reject(new Error('no'))))
  await show(<CopyField label="Segreto" value="s3cret" />)
  await user.click(screen.getByRole('button', { name: 'Copia' }))
  expect(writeText).toHaveBeenCalledWith('s3cret')
  expect(await screen.findByText(notice)).toBeInTheDocument()
  const field = screen.getByLabelText<HTMLInputElement>('Segreto')
  if (!works) expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6])
})

test('a list that failed to load is loaded again by a click', async () => {
  const refetch = vi.fn()
  await show(<LoadingList list={{ error: new Error('no network'), refetch }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test.each([
  ['a search', 'zzz', true],
  ['a filter', '', false],
])('%s without a match has a message', async (_, search, isNamed) => {
  await show(<NothingFound search={search} />)
  expect(screen.getByText('Nessun risultato')).toBeInTheDocument()
  expect(screen.queryByText('Nulla corrisponde a “zzz”.') !== null).toBe(isNamed)
})

test('the banner of a lost server asks again at a click, and disappears when the server answers [general.86, general.88]', async () => {
  const ask = vi.fn()
  serverConnection.asksBy(ask)
  await show(<ServerLost />)
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + LOST_AFTER + 1 })
  act(() => void serverConnection.failed())
  vi.useRealTimers()
  await userEvent.click(await screen.findByRole('button', { name: 'Riprova' }))
  expect(ask).toHaveBeenCalledOnce()
  act(() => void serverConnection.heard())
  expect(screen.queryByRole('button', { name: 'Riprova' })).not.toBeInTheDocument()
  act(() => serverConnection.paused(true))
  expect(screen.getByRole('alert')).not.toBeEmptyDOMElement()
  act(() => serverConnection.paused(false))
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})
