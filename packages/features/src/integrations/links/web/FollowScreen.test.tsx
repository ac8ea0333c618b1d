// What a consignee sees: the delivery, or why there is nothing to see.
import { answering, failing, showAt } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Delivery, delivery } from '../contract.ts'
import FollowScreen from './FollowScreen.tsx'

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const onItsWay: Delivery = {
  company: 'Trasporti Aurora S.r.l.',
  plate: 'XB318DR',
  from: at(-60),
  to: at(600),
  destination: 'Parma',
  destination_position: { latitude: 44.8, longitude: 10.33 },
  position: { latitude: 45.05, longitude: 9.69, message_datetime: at(-2), moving: true },
  arrival: {
    at: '2026-11-20T11:30:00Z',
    approximate: true,
    by: 'router',
    km: 62.4,
    reached: false,
  },
  temperature: {
    from: at(-60),
    to: at(0),
    verdict: 'within',
    sensors: [{ sensor: 'T1', min: -19.2, max: -18.1, average: -18.6 }],
    receipt: true,
  },
}
const place = { address: '/follow/abc', path: '/follow/$token' } as const
const open = (values: Partial<Delivery> = {}) =>
  showAt(place, <FollowScreen />, answering(delivery, { ...onItsWay, ...values }))

test('the page shows where the delivery is and how old that is, when it arrives and how certain that is, and its temperatures and their receipt [links.8, links.9, links.10]', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'XB318DR' })).toBeInTheDocument()
  const words = document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
  for (const text of [
    'Trasporti Aurora S.r.l.',
    'Verso Parma',
    'In viaggio',
    '2 min fa',
    '20/11/2026',
    'approssimato · 62 km',
    'Entro i limiti',
    'T1: −19,2 °C … −18,1 °C',
  ])
    expect(words).toContain(text)
  expect(screen.getByRole('link', { name: 'Ricevuta delle temperature (PDF)' })).toHaveAttribute(
    'href',
    '/api/v1/follow/abc/receipt',
  )
})
test('without a position, a trip and temperatures the page has a message and nothing more', async () => {
  await open({
    position: null,
    arrival: null,
    destination: null,
    destination_position: null,
    temperature: null,
  })
  expect(await screen.findByText('Al momento non disponibile')).toBeInTheDocument()
  expect(screen.queryByText('Arrivo')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})
test('before its time the page shows when the link begins [links.2]', async () => {
  await showAt(
    place,
    <FollowScreen />,
    failing(delivery, 404, {
      message: 'Questo link non mostra ancora nulla.',
      code: 'not_found',
      data: { from: ['2026-12-01T08:00:00Z'] },
    }),
  )
  expect(await screen.findByText('Questo link non mostra ancora nulla.')).toBeInTheDocument()
  expect(screen.getByText(/^Inizia il 01\/12\/2026/)).toBeInTheDocument()
})
test('after its time the page shows that the link has ended [links.2]', async () => {
  await showAt(
    place,
    <FollowScreen />,
    failing(delivery, 410, { message: 'Scaduto.', code: 'gone' }),
  )
  expect(await screen.findByText('Scaduto.')).toBeInTheDocument()
})
