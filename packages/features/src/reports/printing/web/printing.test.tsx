// The three steps at the kiosk, and its return to the first when nobody uses it.
import { answering, failing, offline, showAt, signIn } from '@flotta/ui/testing.tsx'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { agreementVehicles } from '../../../fleet/agreements/contract.ts'
import { profile, userCustomer } from '../../../people/auth/contract.ts'
import { findPrintVehicles, type PrintVehicle, printReceipt } from '../contract.ts'
import { qrOf } from '../qr.ts'
import { receiptOfTests } from '../testing-receipt.ts'
import { AccessDenied } from './AccessDenied.tsx'
import PeriodScreen from './PeriodScreen.tsx'
import PreviewScreen from './PreviewScreen.tsx'
import RegisterScreen from './RegisterScreen.tsx'
import ScannerScreen from './ScannerScreen.tsx'
import { useIdle } from './useIdle.ts'
import { pageRule } from './usePaper.ts'
import { decodePixels } from './zxing.ts'

const vehicle = (id: number, plate: string): PrintVehicle => ({
  id,
  plate,
  serial: `S${id}`,
  model: 'Cool Liner',
  unit_code: null,
  vehicle_type: 'S',
})
const customer = {
  ...{
    id: 1,
    name: 'Aurora',
    vat_id: null,
    address: null,
    city: null,
    zip_code: null,
    region: null,
    email: null,
    phone: null,
  },
  timezone: 'Europe/Rome',
  configurations: [],
}
const user = {
  id: 1,
  name: 'Banco 1',
  email: 'k@x.it',
  role: 'printing',
  customer_id: 1,
  provider: false,
  language: 'it',
  max_users: 0,
  password_changed_at: '2026-11-01T00:00:00Z',
} as const
const standing = [answering(profile, user), answering(userCustomer, customer)]
beforeEach(signIn)
afterEach(() => vi.useRealTimers())

describe('the first step', () => {
  const scanned = (text: string) => userEvent.keyboard(`${text}{Enter}`)
  test('finds the vehicle of a hand scanner’s code and leads on, wherever the focus was [printing.5]', async () => {
    const { address, requests } = await showAt(
      '/printer/scanner',
      <ScannerScreen />,
      answering(findPrintVehicles, [vehicle(12, 'FR123KL')]),
    )
    act(() => screen.getByRole('button', { name: 'Usa la fotocamera' }).focus())
    await scanned('FR123KL')
    await vi.waitFor(() => expect(address()).toBe('/printer/vehicle/12/date-range'))
    expect(requests.map(a => a.path)).toEqual(['/printing/vehicles?code=FR123KL'])
  })
  test('shows an unknown code with a message, and the next scan replaces it [printing.11]', async () => {
    const { requests } = await showAt(
      '/printer/scanner',
      <ScannerScreen />,
      answering(findPrintVehicles, []),
    )
    await scanned('ZZ000ZZ')
    expect(
      await screen.findByText(/Nessun mezzo con temperature corrisponde a “ZZ000ZZ”/),
    ).toBeInTheDocument()
    await scanned('AA111AA')
    await vi.waitFor(() =>
      expect(requests.map(a => a.path)).toEqual([
        '/printing/vehicles?code=ZZ000ZZ',
        '/printing/vehicles?code=AA111AA',
      ]),
    )
  })
  test('offers several matching vehicles to choose from [printing.10]', async () => {
    await showAt(
      '/printer/scanner',
      <ScannerScreen />,
      answering(findPrintVehicles, [vehicle(1, 'AA1'), vehicle(2, 'BB2')]),
    )
    await scanned('S1')
    expect((await screen.findAllByRole('link')).map(link => link.getAttribute('href'))).toEqual([
      '/printer/vehicle/1/date-range',
      '/printer/vehicle/2/date-range',
    ])
  })
  test.each([
    ['a page of somebody else’s', 'https://shop.example/x', 'non è il codice di un mezzo'],
    ['signs', '***', 'non è il codice di un mezzo'],
    ['a receipt', 'https://fleet.example/verify?c=abc', 'Questo è il codice di una ricevuta'],
  ])('refuses rubbish with a message, without asking the server: %s', async (_, code, words) => {
    const { requests } = await showAt(
      '/printer/scanner',
      <ScannerScreen />,
      answering(findPrintVehicles, []),
    )
    const field = screen.getByRole('textbox')
    fireEvent.change(field, { target: { value: code } })
    fireEvent.submit(field)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(field).toHaveValue(code)
    expect(requests).toEqual([])
  })
  test('shows a message when the server is away, and keeps what was typed', async () => {
    await showAt('/printer/scanner', <ScannerScreen />, offline(findPrintVehicles))
    await scanned('FR123KL')
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(screen.getByRole('textbox')).toHaveValue('FR123KL')
  })
  test.each([
    ['refused', new DOMException('', 'NotAllowedError'), /non ha il permesso/],
    ['absent', new DOMException('', 'NotFoundError'), /Qui non c’è una fotocamera/],
    ['busy', new DOMException('', 'NotReadableError'), /non risponde/],
  ])(
    'shows a message for a camera that is %s, and the field still works [printing.7]',
    async (_, error, words) => {
      vi.stubGlobal(
        'navigator',
        Object.create(navigator, {
          mediaDevices: { value: { getUserMedia: () => Promise.reject(error) } },
        }),
      )
      await showAt('/printer/scanner', <ScannerScreen />, answering(findPrintVehicles, []))
      await userEvent.click(screen.getByRole('button', { name: 'Usa la fotocamera' }))
      expect(await screen.findByText(words)).toBeInTheDocument()
      await userEvent.click(screen.getByRole('button', { name: 'Chiudi la fotocamera' }))
      expect(screen.queryByText(words)).toBeNull()
    },
  )
  test('explains over plain http why there is no camera', async () => {
    await showAt('/printer/scanner', <ScannerScreen />, answering(findPrintVehicles, []))
    await userEvent.click(screen.getByRole('button', { name: 'Usa la fotocamera' }))
    expect(await screen.findByText(/solo su una connessione sicura/)).toBeInTheDocument()
  })
  test('reads a picture of a label without the browser’s help [printing.6]', () => {
    const url = 'https://fleet.example/printer/vehicle/12'
    const { size, d } = qrOf(url)
    const scale = 4
    const width = size * scale
    const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
    for (const [, x = 0, y = 0] of d.matchAll(/M(\d+) (\d+)/g))
      for (let i = 0; i < scale; i++)
        for (let j = 0; j < scale; j++)
          pixels.fill(
            0,
            ((Number(y) * scale + i) * width + Number(x) * scale + j) * 4,
            ((Number(y) * scale + i) * width + Number(x) * scale + j) * 4 + 3,
          )
    expect(decodePixels(pixels, width, width)).toBe(url)
    expect(
      decodePixels(new Uint8ClampedArray(width * width * 4).fill(128), width, width),
    ).toBeNull()
  })
})

describe('the second step', () => {
  const at = {
    address: '/printer/vehicle/12/date-range',
    path: '/printer/vehicle/$vehicleId/date-range',
  }
  test('offers the usual periods, the last 24 hours first, and checks another period before it leads on [printing.13]', async () => {
    const { address } = await showAt(
      at,
      <PeriodScreen />,
      ...standing,
      answering(findPrintVehicles, [vehicle(12, 'FR123KL')]),
    )
    expect(await screen.findByText('FR123KL')).toBeInTheDocument()
    const links = screen.getAllByRole('link')
    expect(links.map(link => link.textContent)).toEqual(['Ultime 24 ore', 'Oggi', 'Ieri'])
    const search = new URL(links[0]?.getAttribute('href') ?? '', 'http://x').searchParams
    expect(Date.parse(search.get('to') ?? '') - Date.parse(search.get('from') ?? '')).toBe(
      86_400_000,
    )
    const write = async (label: string, day: string, hours: string, minutes: string) => {
      await userEvent.clear(screen.getByRole('textbox', { name: `${label}: giorno` }))
      await userEvent.type(screen.getByRole('textbox', { name: `${label}: giorno` }), day)
      fireEvent.change(screen.getByLabelText(`${label}: Ore`), { target: { value: hours } })
      fireEvent.change(screen.getByLabelText(`${label}: Minuti`), { target: { value: minutes } })
    }
    await write('Dalle', '01/01/2026', '00', '00')
    await userEvent.click(screen.getByRole('button', { name: 'Mostra la ricevuta' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('al massimo 5 giorni')
    await write('Alle', '02/01/2026', '12', '30')
    await userEvent.click(screen.getByRole('button', { name: 'Mostra la ricevuta' }))
    await vi.waitFor(() =>
      expect(decodeURIComponent(address())).toBe(
        '/printer/vehicle/12/preview?from=2025-12-31T23:00:00.000Z&to=2026-01-02T11:30:00.000Z',
      ),
    )
  })
  test('says what is wrong with a period that came with the address', async () => {
    await showAt(
      { ...at, address: `${at.address}?from=2026-01-01T00:00:00Z&to=2026-01-09T00:00:00Z` },
      <PeriodScreen />,
      ...standing,
      answering(findPrintVehicles, [vehicle(12, 'FR123KL')]),
    )
    expect(await screen.findByRole('alert')).toHaveTextContent('al massimo 5 giorni')
    expect(screen.getByRole('textbox', { name: 'Alle: giorno' })).toHaveValue('09/01/2026')
  })
  test('leads back when the vehicle is unknown here', async () => {
    await showAt(at, <PeriodScreen />, ...standing, answering(findPrintVehicles, []))
    expect(await screen.findByRole('heading', { name: 'Mezzo non trovato' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Ricomincia' })).toHaveAttribute(
      'href',
      '/printer/scanner',
    )
  })
})

describe('the third step', () => {
  const path = '/printer/vehicle/$vehicleId/preview'
  const at = {
    address: '/printer/vehicle/12/preview?from=2026-11-21T11:00:00Z&to=2026-11-22T11:00:00Z',
    path,
  }
  test('shows company, vehicle, figures, rows, excursions, the gap and the code, and remembers the paper [printing.15]', async () => {
    await showAt(at, <PreviewScreen />, ...standing, answering(printReceipt, receiptOfTests()))
    const receipt = await screen.findByRole('article', { name: 'Ricevuta di temperatura' })
    expect(screen.getByRole('status')).toHaveTextContent(
      /Temperature fuori dai limiti.* 1 escursione, la più lunga di 45 min · 1 interruzione/,
    )
    for (const words of [
      'Trasporti Aurora S.r.l.',
      'FR123KL · Krone Cool Liner',
      '21/11/2026 12:00',
      'Fuori dai limiti',
      '1 escursione, la più lunga di 45 min · 1 interruzione',
      'n. 28-00041 · verificato il 02/03/2026',
      /Nessun dato dalle 22\/11\/2026 03:00/,
      '04106-20G3G-C1RT',
    ])
      expect(within(receipt).getByText(words)).toBeInTheDocument()
    expect(within(receipt).getByRole('row', { name: /Porta aperta/ })).toHaveTextContent(
      'T121/11 18:0021/11 18:4545 min−11,021/11 18:00Porta aperta',
    )
    expect(
      within(receipt).getByRole('img', { name: 'Andamento delle temperature' }),
    ).toBeInTheDocument()
    const row = (time: string) =>
      within(receipt).getAllByRole('row', { name: new RegExp(`^${time}`) })[0]
    expect(row('18:00')).toHaveTextContent('18:00!−11,0−18,0−20,0')
    expect(row('18:00')).toHaveAttribute('data-marked')
    expect(row('18:45')).not.toHaveAttribute('data-marked')
    const [values] = within(receipt).getAllByRole('table').slice(-1)
    expect(within(values as HTMLElement).getAllByRole('row')).toHaveLength(
      1 + 2 + receiptOfTests().rows.length + 1,
    )
    await userEvent.click(screen.getByRole('radio', { name: 'Rotolo da 80 mm' }))
    expect(receipt).toHaveAttribute('data-paper', '80mm')
    expect(document.cookie).toContain('paper=80mm')
  })
  test('leads back to the choice of the period when the address has none', async () => {
    const { address } = await showAt(
      { address: '/printer/vehicle/12/preview', path },
      <PreviewScreen />,
      ...standing,
    )
    await vi.waitFor(() => expect(address()).toBe('/printer/vehicle/12/date-range'))
  })
  test('leads back to the period that is refused, which says what is wrong with it [printing.14]', async () => {
    const { address } = await showAt(
      {
        address: '/printer/vehicle/12/preview?from=2026-11-01T00:00:00Z&to=2026-11-22T00:00:00Z',
        path: '/printer/vehicle/$vehicleId/$step',
      },
      <PreviewScreen />,
      ...standing,
      failing(printReceipt, 422, { message: 'Controlla i campi indicati.', code: 'invalid' }),
    )
    await vi.waitFor(() =>
      expect(decodeURIComponent(address())).toBe(
        '/printer/vehicle/12/date-range?from=2026-11-01T00:00:00Z&to=2026-11-22T00:00:00Z',
      ),
    )
  })
  test('shows the server’s own words of a refusal', async () => {
    await showAt(
      at,
      <PreviewScreen />,
      ...standing,
      failing(printReceipt, 403, {
        message: 'Questo mezzo non ha il registro.',
        code: 'forbidden',
      }),
    )
    expect(await screen.findByText('Questo mezzo non ha il registro.')).toBeInTheDocument()
  })
  test('has a page that is an A4 sheet, or as wide as the roll and as long as the receipt', () => {
    expect(pageRule('a4', 500)).toBe('@page { size: A4; margin: 12mm }')
    expect(pageRule('80mm', 500.2)).toBe('@page { size: 80mm 502mm; margin: 4mm }')
  })
})

test('a person who manages the register finds the address of the kiosk, the users, the labels of all vehicles with the register, and the check of receipts [printing.29]', async () => {
  const device = (vehicle_id: number, plate: string) => ({
    id: vehicle_id,
    vehicle_id,
    plate,
    active_from: '2026-01-01T00:00:00Z',
    active_to: null,
  })
  const { requests } = await showAt(
    '/',
    <RegisterScreen />,
    ...standing,
    answering(agreementVehicles, ({ path }) => ({
      // the first page of each agreement has the same vehicle, the second page another one
      data: [
        device(
          path.includes('page=2') ? Number(/agreements\/(\d+)/.exec(path)?.[1]) + 100 : 1,
          'FR123KL',
        ),
      ] as never,
      meta: { current_page: 1, total_pages: 2, per_page: 100, total: 101 },
    })),
  )
  expect(await screen.findByText(`${location.origin}/printer`)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Utenti' })).toHaveAttribute('href', '/users')
  expect(screen.getByRole('link', { name: 'Controlla la ricevuta' })).toHaveAttribute(
    'href',
    '/verify',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Stampa 4 etichette' }))
  await vi.waitFor(() =>
    expect(
      document.querySelector('iframe')?.contentDocument?.querySelectorAll('figure'),
    ).toHaveLength(4),
  )
  expect(
    requests
      .flatMap(
        a =>
          /^\/agreements\/(\d+)\/vehicles.*?[?&]page=(\d)/.exec(a.path)?.slice(1).join(' ') ?? [],
      )
      .sort(),
  ).toEqual(['17 1', '17 2', '21 1', '21 2', '3 1', '3 2'])
})
test('a person with another role reads that this area is not for them, and where they may go [printing.4]', async () => {
  await showAt(
    '/printer/scanner',
    <AccessDenied />,
    answering(profile, { ...user, name: 'Marta', role: 'edit' }),
    answering(userCustomer, customer),
  )
  expect(await screen.findByRole('heading', { name: 'Accesso negato' })).toBeInTheDocument()
  expect(screen.getByText(/Sei entrato come Marta \(Gestore\)/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Torna al portale' })).toHaveAttribute('href', '/')
})

test('an unattended kiosk counts down aloud, stops at a touch, and otherwise begins anew [printing.28]', () => {
  vi.useFakeTimers()
  const away = vi.fn()
  function Kiosk() {
    const seconds = useIdle(600_000, 60_000, away)
    return <output>{seconds ?? 'calm'}</output>
  }
  render(<Kiosk />)
  const after = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000))
  const status = () => screen.getByRole('status').textContent
  after(539)
  expect(status()).toBe('calm')
  after(11)
  expect(status()).toBe('50')
  act(() => void fireEvent.pointerDown(document.body))
  expect(status()).toBe('calm')
  after(599)
  expect([status(), away.mock.calls.length]).toEqual(['1', 0])
  after(1)
  expect([status(), away.mock.calls.length]).toEqual(['calm', 1])
})
