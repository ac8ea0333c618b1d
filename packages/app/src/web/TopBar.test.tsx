// The top bar of a signed-in user: its contents, and the menu of the profile.

import { pageMeta } from '@flotta/core/contract.ts'
import { active } from '@flotta/features/alerts/incidents/contract.ts'
import { fleets } from '@flotta/features/fleet/fleets/contract.ts'
import { typesStatistics } from '@flotta/features/fleet/vehicles/contract.ts'
import { profile } from '@flotta/features/people/auth/contract.ts'
import { signedInAs } from '@flotta/features/people/auth/web/testing.ts'
import {
  list as notifications,
  unreadCount,
} from '@flotta/features/people/notifications/contract.ts'
import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { TopBar } from './TopBar.tsx'

const FLEET = { id: 3, code: 'NORD', description: 'Flotta nord', color: '#13B176' }
const account = {
  id: 1,
  name: 'Marta Neri',
  email: 'marta@aurora.example',
  role: 'edit',
  customer_id: 1,
  provider: false,
  language: 'it',
  max_users: 10,
  password_changed_at: '2026-11-01T00:00:00Z',
} as const
const open = (phone = false, who: { readonly provider?: boolean } = {}) =>
  showAt(
    '/drivers/activity',
    <Suspense fallback={null}>
      <TopBar phone={phone} />
    </Suspense>,
    ...signedInAs('edit'),
    answering(profile, { ...account, ...who }),
    answering(fleets.all, [FLEET]),
    answering(typesStatistics, [{ vehicle_type: 'T', status: 1, total: 2 }]),
    answering(active, {
      data: [],
      meta: { ...pageMeta({ page: 1, per_page: 50 }, 0), acknowledged: 0 },
    }),
    answering(notifications, { data: [], meta: pageMeta({ page: 1, per_page: 20 }, 0) }),
    answering(unreadCount, { total: 0 }),
  )
const profileMenu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Account di Marta Neri' }))
  return within(await screen.findByRole('menu'))
}
beforeEach(signIn)

test('the bar holds search, news, map, language, fleets, statistics, crumbs and profile [navigation.62]', async () => {
  await open()
  const bar = within(await screen.findByRole('banner'))
  expect(bar.getByRole('navigation', { name: 'Percorso' })).toBeInTheDocument()
  expect(bar.getByRole('combobox', { name: 'Ricerca' })).toBeInTheDocument()
  expect(bar.getByRole('link', { name: 'Mappa' })).toHaveAttribute('href', '/global-map')
  expect(await bar.findByRole('button', { name: 'NORD' })).toBeInTheDocument()
  for (const name of [/^Novità/, /^Lingua/, /^Mezzi per tipo/, /^Account di/])
    expect(await bar.findByRole('button', { name })).toBeInTheDocument()
})
test('on a phone the filter of the fleets stays in it [fleets.19]', async () => {
  await open(true)
  const bar = within(await screen.findByRole('banner'))
  expect(await bar.findByRole('button', { name: 'NORD' })).toBeInTheDocument()
  expect(bar.queryByRole('combobox', { name: 'Ricerca' })).not.toBeInTheDocument()
})
test('the menu of the profile says name and role, and leads to the lists [navigation.66, navigation.67]', async () => {
  await open()
  const menu = await profileMenu()
  expect(menu.getByText('Marta Neri')).toBeInTheDocument()
  expect(menu.getByText(/Gestore/)).toBeInTheDocument()
  const addresses = menu.getAllByRole('menuitem').map(item => item.getAttribute('href'))
  for (const list of 'vehicles drivers customers users alerts reports agreements devices'.split(
    ' ',
  ))
    expect(addresses).toContain(`/${list}`)
  expect(addresses).not.toContain('/provider')
})
test('a provider finds the installation there [navigation.75]', async () => {
  await open(false, { provider: true })
  await waitFor(async () =>
    expect((await profileMenu()).getByRole('menuitem', { name: 'Installazione' })).toHaveAttribute(
      'href',
      '/provider',
    ),
  )
})
