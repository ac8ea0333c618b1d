// The chats: a new one, a test, and one that is removed.
import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Chat, chats, testChat } from '../contract.ts'
import { ChatsDialog } from './ChatsDialog.tsx'

const chat: Chat = { id: 3, name: 'Turno', kind: 'slack', chat_id: null, ready: true }
beforeEach(signIn)

test('a chat is added with its secret, tested and removed [chats.5]', async () => {
  const { requests } = await showAt(
    '/',
    <ChatsDialog onClose={() => undefined} />,
    answering(chats.all, [chat]),
    answering(chats.create, { ...chat, id: 4, name: 'Notte' }),
    answering(testChat, { error: 'la chat ha risposto 404' }),
    answering(chats.remove, null),
  )
  const form = within(await screen.findByRole('form', { name: 'Nuova chat' }))
  await userEvent.click(form.getByRole('radio', { name: 'Telegram' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Nome' }), 'Notte')
  await userEvent.type(form.getByLabelText('Token del bot'), '1:abc')
  await userEvent.type(form.getByRole('textbox', { name: 'Chat (numero o @nome)' }), '-100')
  await userEvent.click(form.getByRole('button', { name: 'Aggiungi chat' }))
  await waitFor(() =>
    expect(requests.find(a => a.path === '/alerts/chats')?.body).toEqual({
      name: 'Notte',
      kind: 'telegram',
      secret: '1:abc',
      chat_id: '-100',
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Invia una prova a Turno' }))
  expect(
    await screen.findByText(/Turno: la prova non è arrivata \(la chat ha risposto 404\)/),
  ).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Elimina la chat Turno' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Elimina' }))
  await waitFor(() => expect(requests.some(a => a.method === 'DELETE')).toBe(true))
})

test('a chat that came back from a backup without its secret gets it again, and keeps its configurations [chats.5]', async () => {
  const { requests } = await showAt(
    '/',
    <ChatsDialog onClose={() => undefined} />,
    answering(chats.all, [{ ...chat, ready: false }]),
    answering(chats.update, chat),
  )
  expect(await screen.findByText(/manca l’indirizzo o il token/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Modifica la chat Turno' }))
  const form = within(screen.getByRole('form', { name: 'Modifica la chat Turno' }))
  expect(screen.queryByRole('form', { name: 'Nuova chat' })).toBeNull()
  await userEvent.type(form.getByLabelText('Indirizzo del webhook'), 'https://chat.example/x')
  await userEvent.click(form.getByRole('button', { name: 'Salva' }))
  await waitFor(() =>
    expect(requests.find(a => a.method === 'PUT')).toMatchObject({
      path: '/alerts/chats/3',
      body: { secret: 'https://chat.example/x' },
    }),
  )
  await waitFor(() =>
    expect(screen.queryByRole('form', { name: 'Modifica la chat Turno' })).toBeNull(),
  )
})
