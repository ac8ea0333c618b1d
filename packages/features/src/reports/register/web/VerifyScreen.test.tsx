// The verification of a receipt, without a sign-in.
import { answering, failing, showAt } from '@flotta/ui/testing.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CODE_MAX, type Verification, verify } from '../contract.ts'
import { codeOf } from './address.ts'
import VerifyScreen from './VerifyScreen.tsx'

const receipt: Verification['receipt'] = {
  company: 'Trasporti Aurora S.r.l.',
  plate: 'XB318DR',
  period_from: '2026-11-20T06:00:00Z',
  period_to: '2026-11-20T11:00:00Z',
  timezone: 'Europe/Rome',
  issued_at: '2026-11-20T11:02:00Z',
  samples: 21,
  statistics: [
    {
      ...{
        sensor: 'T1',
        min: -21.25,
        min_at: '2026-11-20T07:10:00Z',
        max: -10.9,
        max_at: '2026-11-20T08:09:00Z',
        average: -19.8,
        mean_kinetic: -17.2,
        samples: 61,
      },
      ...{ minutes_outside: 14, completeness: 100, registered: true },
    },
  ],
  excursions: [
    {
      ...{
        sensor: 'T1',
        from: '2026-11-20T08:00:00Z',
        to: '2026-11-20T08:14:00Z',
        minutes: 14,
        peak: -10.9,
        peak_at: '2026-11-20T08:09:00Z',
      },
      ...{ cause: 'door', registered: true },
    },
  ],
  verdict: 'outside',
}
const open = (verification: Verification, code = 'abc') =>
  showAt(
    { address: `/verify?c=${code}`, path: '/verify' },
    <VerifyScreen />,
    answering(verify, verification),
  )

test('a genuine receipt has the same content as the paper, by the clocks of its company [register.27]', async () => {
  const view = await open({ outcome: 'genuine', receipt, fault: null })
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Ricevuta autentica' }),
  ).toBeInTheDocument()
  for (const text of [
    'Trasporti Aurora S.r.l.',
    'XB318DR',
    '20/11/2026 07:00',
    '20/11/2026 12:00',
    '20/11/2026 12:02',
    '−21,3 °C',
    '−10,9 °C',
    '−17,2 °C',
    '20/11/2026 08:10',
    '20/11/2026 09:09',
    'Fuori range',
  ])
    expect(screen.getByText(text)).toBeInTheDocument()
  expect(
    screen.getByText(
      /^T1: dalle 20\/11\/2026 09:00 alle 20\/11\/2026 09:14 \(14 min\), picco −10,9 °C alle 20\/11\/2026 09:09 · Porta aperta$/,
    ),
  ).toBeInTheDocument()
  expect(view.requests.map(a => a.path)).toEqual(['/verify?c=abc'])
})
test('of 2,000 excursions the screen shows the eight longest like the certificate, and all in the order of time on request [register.50]', async () => {
  const excursions = Array.from({ length: 2000 }, (_, n) => ({
    ...{ sensor: 'T1' as const, minutes: n + 1, peak: -10.9, peak_at: receipt.period_from },
    from: new Date(Date.parse(receipt.period_from) + n * 1000).toISOString(),
    to: receipt.period_to,
    ...{ cause: null, registered: true },
  }))
  await open({ outcome: 'genuine', receipt: { ...receipt, excursions }, fault: null })
  const list = within(await screen.findByRole('region', { name: 'Escursioni' }))
  const minutes = () =>
    list
      .getAllByRole('listitem')
      .map(({ textContent }) => /\(([\d.]+) min\)/.exec(textContent)?.[1])
  expect(minutes().join(' ')).toBe('2.000 1.999 1.998 1.997 1.996 1.995 1.994 1.993')
  expect(list.getByText('Le 8 più lunghe su 2.000')).toBeInTheDocument()
  fireEvent.click(list.getByRole('button', { name: 'Mostra tutte (2.000)' }))
  expect(minutes()).toHaveLength(2000)
  expect(minutes()[0]).toBe('1')
  fireEvent.click(list.getByRole('button', { name: 'Mostra le 8 più lunghe' }))
  expect(minutes()).toHaveLength(8)
})
test.each<[Verification['outcome'], Verification['fault'], string, string | null]>([
  ['altered', { kind: 'altered', at: '2026-11-20T09:15:00Z' }, 'Dati alterati', '20/11/2026 10:15'],
  ['altered', { kind: 'receipt', at: null }, 'Dati alterati', null],
  ['forged', null, 'Codice falso', null],
  ['foreign', null, 'Non emessa da noi', null],
  ['unreadable', null, 'Codice non leggibile', null],
  ['forgotten', null, 'Ricevuta nostra, dati non più conservati', null],
])(
  'the outcome %s (%j) is explained in plain words [register.26]',
  async (outcome, fault, title, moment) => {
    await open({ outcome, receipt: fault?.at == null ? null : receipt, fault })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
    if (moment !== null) expect(screen.getByText(moment)).toBeInTheDocument()
  },
)
test('a person without a code in the address pastes the code or the whole address', async () => {
  const view = await showAt(
    { address: '/verify', path: '/verify' },
    <VerifyScreen />,
    answering(verify, { outcome: 'unreadable', receipt: null, fault: null }),
  )
  expect(await screen.findByRole('button', { name: 'Verifica' })).toBeDisabled()
  await userEvent.type(
    screen.getByLabelText('Codice o indirizzo'),
    'https://flotta.example/verify?c=xyz{Enter}',
  )
  await waitFor(() => expect(view.address()).toBe('/verify?c=xyz'))
  await userEvent.click(await screen.findByRole('button', { name: 'Verifica un’altra ricevuta' }))
  expect(await screen.findByLabelText('Codice o indirizzo')).toBeInTheDocument()
})
test('a failure has a message and can be tried again', async () => {
  const wait = failing(verify, 429, {
    message: 'Troppe richieste: riprova tra 30 secondi.',
    code: 'too_many',
  })
  const view = await showAt({ address: '/verify?c=abc', path: '/verify' }, <VerifyScreen />, wait)
  expect(await screen.findByText('Troppe richieste: riprova tra 30 secondi.')).toBeInTheDocument()
  const before = view.requests.length
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }))
  await waitFor(() => expect(view.requests.length).toBeGreaterThan(before))
})
test.each([
  ['AbC', 'AbC'],
  ['  AbC ', 'AbC'],
  ['http://localhost:8080/verify?c=AbC&x=1', 'AbC'],
  ['HTTPS://X/verify?x=1&c=A-_b#y', 'A-_b'],
  ['', ''],
])('the code of %j is %j', (typed, code) => expect(codeOf(typed)).toBe(code))
test('a text that is longer than any code is called unreadable, as a code that was cut is [register.49]', async () => {
  const { requests } = await open(
    { outcome: 'genuine', receipt, fault: null },
    'A'.repeat(CODE_MAX + 1),
  )
  expect(await screen.findByRole('heading', { name: 'Codice non leggibile' })).toBeInTheDocument()
  expect(requests).toEqual([])
})
