import { preference } from '@flotta/ui/preferences.ts'
import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type ActiveAlert, active } from '../contract.ts'
import { AlertsMenu } from './AlertsMenu.tsx'

const alert = (n: number, severity: 0 | 1 | 2, description: string, plate: string | null): ActiveAlert => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  alert_id: 36,
  customer_id: null,
  severity,
  code: 'voltage_alarm',
  description,
  created_at: new Date(Date.now() - 240_000).toISOString(),
  plate,
  pivot: { vehicle_id: n },
})
const list = [alert(1, 2, 'Tensione critica', 'FR123KL'), alert(2, 1, 'Velocità superata', null)]
const meta = (total: number) => ({ current_page: 1, total_pages: 1, per_page: 50, total })
const open = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(signIn)

test('what is wrong, where, since when; an item leads to its vehicle', async () => {
  const shown = await show(<AlertsMenu />, answering(active, { data: list, meta: meta(2) }))
  await open(/^Avvisi attivi, 2 attivi$/)
  const first = await screen.findByRole('link', { name: /Tensione critica/ })
  expect(within(first).getByRole('img', { name: 'Allarme' })).toBeInTheDocument()
  expect(first).toHaveTextContent('FR123KL · 4 min fa')
  expect(screen.getByRole('link', { name: /Velocità superata/ })).toHaveTextContent('Senza targa')
  await userEvent.click(first)
  await waitFor(() => expect(shown.address()).toBe('/global-map?v=1'))
})
test('the switch is kept and takes the count away', async () => {
  await show(<AlertsMenu />, answering(active, { data: list, meta: meta(2) }))
  await open(/2 attivi/)
  await userEvent.click(await screen.findByRole('switch', { name: 'Segnala i nuovi allarmi' }))
  expect(preference('notify_alerts')).toBe(false)
  expect(document.cookie).toContain('notify_alerts=false')
  expect(screen.getByRole('button', { name: 'Avvisi attivi', expanded: true })).toBeInTheDocument()
})
test('none, more than are listed, and a failure are said', async () => {
  const { unmount } = await show(<AlertsMenu />, answering(active, { data: [], meta: meta(0) }))
  await open(/^Avvisi attivi$/)
  expect(await screen.findByText('Nessun avviso attivo')).toBeInTheDocument()
  unmount()
  const many = await show(<AlertsMenu />, answering(active, { data: list, meta: meta(60) }))
  await open(/60 attivi/)
  expect(await screen.findByText('e altri 58 avvisi')).toBeInTheDocument()
  many.unmount()
  await show(<AlertsMenu />, failing(active, 500, { message: 'Guasto', code: 'failed' }))
  await open(/^Avvisi attivi$/)
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})
