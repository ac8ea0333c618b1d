import { preference } from '@flotta/ui/preferences.ts'
import { answering, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { list, markRead, type Notification, unreadCount } from '../contract.ts'
import { NotificationsMenu } from './NotificationsMenu.tsx'

const meta = { current_page: 1, total_pages: 1, per_page: 20, total: 1 }
const message = (read_at: string | null): Notification => ({
  id: 5,
  type: 'user',
  read_at,
  data: {
    message: 'Intervallo cambiato',
    datetime: new Date(Date.now() - 3_600_000).toISOString(),
    url: '/global-map?v=1',
  },
})

beforeEach(signIn)

test('opening a notification marks it as read, and the count of the server is shown [notifications.18]', async () => {
  let readAt: string | null = null
  const { requests } = await show(
    <NotificationsMenu />,
    answering(list, () => ({ data: [message(readAt)], meta })),
    answering(unreadCount, () => ({ total: readAt === null ? 1 : 0 })),
    answering(markRead, () => {
      readAt = new Date().toISOString()
      return message(readAt)
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Notifiche, 1 da leggere' }))
  await userEvent.click(await screen.findByRole('button', { name: /Intervallo cambiato/ }))
  expect(await screen.findByRole('link', { name: 'Apri' })).toHaveAttribute(
    'href',
    '/global-map?v=1',
  )
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Da leggere' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Notifiche' })).toBeInTheDocument()
  expect(requests.filter(q => q.method === 'PUT').map(q => q.path)).toEqual(['/notifications/5'])
})
test('the switch is kept, and an empty inbox has a message [notifications.19]', async () => {
  await show(
    <NotificationsMenu />,
    answering(list, { data: [], meta: { ...meta, total: 0 } }),
    answering(unreadCount, { total: 0 }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Notifiche' }))
  expect(await screen.findByText('Nessuna notifica')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('switch'))
  expect(preference('notify_notifications')).toBe(false)
})
