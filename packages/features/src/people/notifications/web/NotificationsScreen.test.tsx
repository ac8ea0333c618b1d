// The inbox as a screen: opened, marked one by one and all at once, a report's link, a refusal.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { list, markRead, type Notification, readAll, unreadCount } from '../contract.ts'
import NotificationsScreen from './NotificationsScreen.tsx'

const AT = '2026-11-03T09:05:00.000Z'
const notice = (id: number, message: string, some: Partial<Notification> = {}): Notification => ({
  id,
  type: 'other',
  read_at: null,
  data: { message, datetime: AT },
  ...some,
})
const meta = (total: number, total_pages = 1) => ({
  current_page: 1,
  total_pages,
  per_page: 20,
  total,
})
/** A server that remembers what was marked. */
function server(notices: Notification[]) {
  let inbox = notices
  const mark = (which: (n: Notification) => boolean) => {
    inbox = inbox.map(n => (which(n) && n.read_at === null ? { ...n, read_at: AT } : n))
  }
  const unread = () => ({ total: inbox.filter(n => n.read_at === null).length })
  return [
    answering(list, () => ({ data: inbox, meta: meta(inbox.length) })),
    answering(unreadCount, unread),
    answering(markRead, asked => {
      const id = Number(asked.path.split('/').at(-1))
      mark(n => n.id === id)
      return inbox.find(n => n.id === id) as Notification
    }),
    answering(readAll, () => {
      mark(() => true)
      return unread()
    }),
  ]
}
const open = (...answers: Parameters<typeof showAt>[2][]) =>
  showAt({ address: '/notifications', path: '/notifications' }, <NotificationsScreen />, ...answers)
const unread = () => screen.queryAllByRole('img', { name: 'Da leggere' }).length

beforeEach(signIn)

test('opening a notification shows its whole text and marks it as read, and one about a report links to its page [notifications.10, notifications.11, notifications.12]', async () => {
  const { requests } = await open(
    ...server([
      notice(5, 'Report pronto', {
        type: 'report',
        data: { message: 'Report pronto', datetime: AT, url: '/report?r=3' },
      }),
      notice(4, 'Altro'),
    ]),
  )
  await userEvent.click(
    await screen.findByRole('button', { name: /^(Da leggere)? ?Report pronto/, expanded: false }),
  )
  expect(await screen.findByRole('link', { name: 'Apri il report' })).toHaveAttribute(
    'href',
    '/report?r=3',
  )
  await waitFor(() => expect(unread()).toBe(1))
  expect(screen.getByText('1 da leggere')).toBeInTheDocument()
  expect(requests.filter(a => a.method === 'PUT').map(a => a.path)).toEqual(['/notifications/5'])
})
test('the menu marks a notification without opening it [notifications.13]', async () => {
  await open(...server([notice(5, 'Uno'), notice(4, 'Due')]))
  await userEvent.click(await screen.findByRole('button', { name: 'Azioni: Due' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Segna come letta' }))
  await waitFor(() => expect(unread()).toBe(1))
  expect(screen.queryByRole('button', { expanded: true, name: /Due/ })).toBeNull()
})
test('all are marked after a confirmation, and none after a cancel [notifications.14]', async () => {
  const { requests } = await open(...server([notice(5, 'Uno'), notice(4, 'Due')]))
  const button = await screen.findByRole('button', { name: 'Segna tutte come lette' })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
  const dialog = await screen.findByRole('dialog', { name: 'Segnare come lette 2 notifiche?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Annulla' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(unread()).toBe(2)
  await userEvent.click(button)
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', {
      name: 'Segna tutte come lette',
    }),
  )
  await waitFor(() => expect(unread()).toBe(0))
  expect(requests.filter(a => a.method === 'PUT').map(a => a.path)).toEqual([
    '/notifications/markall',
  ])
  expect(button).toBeDisabled()
})
test('a mark that the server refuses is undone [notifications.16]', async () => {
  await open(
    ...server([notice(5, 'Uno')]),
    failing(markRead, 500, { message: 'Guasto', code: 'failed' }),
  )
  await userEvent.click(
    await screen.findByRole('button', { name: /^(Da leggere)? ?Uno/, expanded: false }),
  )
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: /^(Da leggere)? ?Uno/, expanded: true }),
    ).toBeInTheDocument(),
  )
  await waitFor(() => expect(unread()).toBe(1))
})
test('an empty inbox and a failure have messages [notifications.17]', async () => {
  const { unmount } = await open(...server([]))
  expect(await screen.findByText('Nessuna notifica')).toBeInTheDocument()
  unmount()
  await open(
    failing(list, 500, { message: 'Guasto', code: 'failed' }),
    answering(unreadCount, { total: 0 }),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})
