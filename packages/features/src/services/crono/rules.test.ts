// The signed link to the tachograph platform.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { LIFETIME_S, signedLink, type Ticket } from './rules.ts'

const ticket: Ticket = {
  user_id: 7,
  customer_id: 3,
  email: 'anna+t@example.com',
  vehicle_id: 12,
  plate: 'FR 123 KL',
  language: 'it',
  nonce: 'abc',
}
const NOW = Date.parse('2026-11-22T10:00:00.900Z')
const sign = (secret: string) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')
/** Checks the signature as the platform does: everything but the signature, sorted and encoded as in the address. */
function holds(link: string, secret: string): boolean {
  const { searchParams } = new URL(link)
  const signature = searchParams.get('signature')
  const parameters = new URLSearchParams(
    [...searchParams].filter(([name]) => name !== 'signature' && name !== 'tenant'),
  )
  parameters.sort()
  return signature === sign(secret)(parameters.toString())
}

test('a link names the person and the vehicle, and is valid for one minute', () => {
  const url = new URL(
    signedLink('https://crono.example.com/sso?tenant=flotta', ticket, NOW, sign('secret')),
  )
  expect(url.origin + url.pathname).toBe('https://crono.example.com/sso')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    tenant: 'flotta',
    email: 'anna+t@example.com',
    plate: 'FR 123 KL',
    vehicle_id: '12',
  })
  expect(
    Number(url.searchParams.get('expires_at')) - Number(url.searchParams.get('issued_at')),
  ).toBe(LIFETIME_S)
  expect(url.searchParams.get('issued_at')).toBe(String(Date.parse('2026-11-22T10:00:00Z') / 1_000))
})
test('a link is verified with its secret; a changed link or another secret fails', () => {
  const link = signedLink(
    'https://crono.example.com/sso?tenant=flotta',
    ticket,
    NOW,
    sign('secret'),
  )
  expect(holds(link, 'secret')).toBe(true)
  expect(holds(link, 'another')).toBe(false)
  expect(holds(link.replace('vehicle_id=12', 'vehicle_id=13'), 'secret')).toBe(false)
  expect(holds(link.replace(/expires_at=\d+/, 'expires_at=9999999999'), 'secret')).toBe(false)
})
