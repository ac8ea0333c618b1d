// Where the person is signed in, and the API tokens: listed, ended, created, revoked.
import { pageOrAll, type Role } from '@flotta/core/contract.ts'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as contract from '../contract.ts'
import AccountScreen from './AccountScreen.tsx'
import { signedInAs } from './testing.ts'

const DAY = 86_400_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const session = (
  id: string,
  agent: string | null,
  more: Partial<contract.Session> = {},
): contract.Session => ({
  id,
  created_at: '2026-11-20T07:30:00Z',
  last_used_at: ago(2 * DAY),
  expires_at: ago(-10 * DAY),
  address: '203.0.113.7',
  agent,
  current: false,
  ...more,
})
const phone = session(
  'a',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
)
const here = session(
  'b',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  { current: true },
)
const script = session('c', 'curl/8.9.1', { address: null })
const token = (
  id: number,
  name: string,
  expires_at: string,
  last_used_at: string | null = null,
): contract.ApiToken => ({
  id,
  name,
  role: 'view',
  provider: false,
  directory: false,
  created_at: '2026-01-15T10:00:00Z',
  last_used_at,
  expires_at,
})
const standing = (
  role: Role = 'edit',
  sessions = [phone, here, script],
  tokens: contract.ApiToken[] = [],
) => [
  ...signedInAs(role),
  answering(contract.sessions, () => pageOrAll(sessions, {})),
  answering(contract.tokens, () => pageOrAll(tokens, {})),
]
const rows = async (name: string) =>
  within(await screen.findByRole('region', { name })).findAllByRole('listitem')
const WHERE = 'Dove hai fatto l’accesso'
const TOKENS = 'Token API'
beforeEach(signIn)

describe('the sign-ins', () => {
  test('show device, address, beginning and last use, with this one first and without a button to end it', async () => {
    await showAt('/', <AccountScreen />, ...standing())
    const [first, second, third] = await rows(WHERE)
    expect(first).toHaveTextContent('Firefox su Windowsquesto dispositivo')
    expect(first).toHaveTextContent('in uso adesso')
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
    expect(second).toHaveTextContent('Chrome su Android')
    expect(second).toHaveTextContent('Indirizzo 203.0.113.7')
    expect(second).toHaveTextContent(/Accesso del20\/11\/2026 \d\d:30/)
    expect(second).toHaveTextContent(/Ultimo uso2 gg? fa/)
    expect(third).toHaveTextContent('Browser sconosciutoIndirizzo —')
  })
  test('disappear at once when they are ended, with a notice, and the focus moves on', async () => {
    let sessions = [phone, here, script]
    const { requests } = await showAt(
      '/',
      <AccountScreen />,
      ...standing('view'),
      answering(contract.sessions, () => pageOrAll(sessions, {})),
      answering(contract.endSession, () => {
        sessions = [here, script]
        return null
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: /^Termina Chrome su Android/ }))
    expect(await screen.findByText('Accesso terminato: Chrome su Android')).toBeInTheDocument()
    expect(await rows(WHERE)).toHaveLength(2)
    expect(requests.filter(a => a.method === 'DELETE').map(a => a.path)).toEqual(['/sessions/a'])
    expect(screen.getByRole('heading', { name: WHERE })).toHaveFocus()
  })
  test('come back with the reason when the server did not end them', async () => {
    await showAt(
      '/',
      <AccountScreen />,
      ...standing(),
      failing(contract.endSession, 503, { message: 'Riprova fra poco', code: 'unavailable' }),
    )
    await userEvent.click(await screen.findByRole('button', { name: /^Termina Chrome/ }))
    expect(await screen.findByText('Riprova fra poco')).toBeInTheDocument()
    expect(await rows(WHERE)).toHaveLength(3)
  })
  test('count as ended when they had ended already', async () => {
    let sessions = [phone, here]
    await showAt(
      '/',
      <AccountScreen />,
      ...standing(),
      answering(contract.sessions, () => pageOrAll(sessions, {})),
      failing(contract.endSession, 404, { message: 'Non esiste', code: 'not_found' }),
    )
    await screen.findByText('Chrome su Android')
    sessions = [here]
    await userEvent.click(screen.getByRole('button', { name: /^Termina Chrome/ }))
    expect(await screen.findByText('Accesso terminato: Chrome su Android')).toBeInTheDocument()
    expect(await rows(WHERE)).toHaveLength(1)
  })
  test('end all together but for this one, after a question that counts them', async () => {
    let sessions = [phone, here, script]
    const { requests } = await showAt(
      '/',
      <AccountScreen />,
      ...standing(),
      answering(contract.sessions, () => pageOrAll(sessions, {})),
      answering(contract.endOtherSessions, () => {
        sessions = [here]
        return null
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Termina tutti gli altri' }))
    const dialog = await screen.findByRole('dialog', { name: 'Terminare gli altri 2 accessi?' })
    expect(requests.some(a => a.method === 'DELETE')).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Termina tutti gli altri' }))
    expect(await screen.findByText('2 accessi terminati')).toBeInTheDocument()
    expect(await rows(WHERE)).toHaveLength(1)
    expect(requests.filter(a => a.method === 'DELETE').map(a => a.path)).toEqual(['/sessions'])
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Termina tutti gli altri' })).toBeNull(),
    )
  })
})

describe('the tokens', () => {
  test('show their rights, last use and end, and mark those that end soon or have ended', async () => {
    const tokens = [
      token(1, 'ERP', ago(-300 * DAY), ago(2 * 3_600_000)),
      token(2, 'Paghe', ago(-12.5 * DAY)),
      token(3, 'Vecchio', ago(3 * DAY), ago(40 * DAY)),
    ]
    await showAt('/', <AccountScreen />, ...standing('edit', [here], tokens))
    const [long, soon, over] = (await rows(TOKENS)) as [HTMLElement, HTMLElement, HTMLElement]
    expect(long).toHaveTextContent(
      /^ERPSola letturaCreato il15\/01\/2026Ultimo uso2 h faScade il\d\d\/\d\d\/\d{4}Revoca$/,
    )
    expect(soon).toHaveTextContent(/mai usatoScade il[\d/]+· tra 12 g/)
    expect(over).toHaveTextContent(/Scaduto il/)
    expect(
      [long, soon, over].map(row => row.querySelector('[data-life]')?.getAttribute('data-life')),
    ).toEqual(['long', 'soon', 'over'])
  })
  test.each<[Role, string[]]>([
    ['view', ['Sola lettura']],
    ['edit', ['Sola lettura', 'Gestore']],
    ['control', ['Sola lettura', 'Gestore', 'Controllo remoto']],
  ])('of a person with the role %s have at most that role', async (role, roles) => {
    await showAt('/', <AccountScreen />, ...standing(role))
    await userEvent.click(await screen.findByRole('button', { name: 'Nuovo token' }))
    await userEvent.click(await screen.findByRole('combobox', { name: 'Ruolo' }))
    expect((await screen.findAllByRole('option')).map(o => o.textContent)).toEqual(roles)
  })
  test('are hidden from printing users, who see only their sign-ins', async () => {
    const { requests } = await showAt('/', <AccountScreen />, ...standing('printing'))
    expect(await rows(WHERE)).toHaveLength(3)
    expect(screen.queryByRole('region', { name: TOKENS })).toBeNull()
    expect(requests.some(a => a.path === '/tokens')).toBe(false)
  })
  test('live a year unless a person chooses less, are made by Enter, and show their secret once for copying', async () => {
    const user = userEvent.setup()
    const tokens: contract.ApiToken[] = []
    const { requests } = await showAt(
      '/',
      <AccountScreen />,
      ...standing('edit', [here], tokens),
      answering(contract.createToken, () => {
        tokens.push(token(7, 'ERP', ago(-365 * DAY)))
        return { ...token(7, 'ERP', ago(-365 * DAY)), token: 'flt_very-secret' }
      }),
    )
    expect(await screen.findByText('Nessun token')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Nuovo token' }))
    await user.type(await screen.findByRole('textbox', { name: 'Nome' }), 'ERP')
    await user.type(screen.getByLabelText('La tua password'), 'Sicura!2026{Enter}')
    expect(await screen.findByDisplayValue('flt_very-secret')).toHaveAttribute('readonly')
    expect(screen.getByRole('textbox', { name: 'Token ERP' })).toHaveFocus()
    expect(requests.find(a => a.method === 'POST')?.body).toEqual({
      name: 'ERP',
      role: 'view',
      provider: false,
      directory: false,
      days: 365,
      password: 'Sicura!2026',
    })
    expect(screen.getByText(/^Copialo adesso/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Copia il token' }))
    expect(await screen.findByText('Copiato')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('flt_very-secret')
    await user.click(screen.getByRole('button', { name: 'Fatto' }))
    await waitFor(() => expect(screen.queryByDisplayValue('flt_very-secret')).toBeNull())
    expect(await rows(TOKENS)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Nuovo token' }))
    expect(await screen.findByRole('textbox', { name: 'Nome' })).toHaveValue('')
  })
  test('have their secret selected where the browser has no clipboard', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(
      new DOMException('no', 'NotAllowedError'),
    )
    await showAt(
      '/',
      <AccountScreen />,
      ...standing(),
      answering(contract.createToken, {
        ...token(7, 'ERP', ago(-365 * DAY)),
        token: 'flt_very-secret',
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Nuovo token' }))
    await user.type(await screen.findByRole('textbox', { name: 'Nome' }), 'ERP')
    await user.type(screen.getByLabelText('La tua password'), 'Sicura!2026{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Copia il token' }))
    expect(await screen.findByText(/il testo è selezionato/)).toBeInTheDocument()
    const field = screen.getByDisplayValue<HTMLInputElement>('flt_very-secret')
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'flt_very-secret'.length])
  })
  test.each([
    ['0', 'Il minimo è 1'],
    ['1096', 'Il massimo è 1095'],
    ['', 'Questo campo è richiesto'],
  ])('are refused for a life of %s days, without asking the server', async (days, words) => {
    const { requests } = await showAt('/', <AccountScreen />, ...standing())
    await userEvent.click(await screen.findByRole('button', { name: 'Nuovo token' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Nome' }), 'ERP')
    const field = screen.getByRole('textbox', { name: 'Durata in giorni' })
    await userEvent.clear(field)
    await userEvent.type(field, `${days}{Enter}`)
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(requests.some(a => a.method === 'POST')).toBe(false)
  })
  test('show a refusal of the server above the form', async () => {
    await showAt(
      '/',
      <AccountScreen />,
      ...standing(),
      failing(contract.createToken, 409, { message: 'Hai già 50 token', code: 'conflict' }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Nuovo token' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Nome' }), 'ERP')
    await userEvent.type(screen.getByLabelText('La tua password'), 'Sicura!2026{Enter}')
    expect(await screen.findByText('Hai già 50 token')).toBeInTheDocument()
  })
  test('are revoked after a question that names them', async () => {
    let tokens = [token(1, 'ERP', ago(-300 * DAY)), token(2, 'Paghe', ago(-300 * DAY))]
    const { requests } = await showAt(
      '/',
      <AccountScreen />,
      ...standing(),
      answering(contract.tokens, () => pageOrAll(tokens, {})),
      answering(contract.removeToken, () => {
        tokens = tokens.slice(1)
        return null
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Revoca ERP' }))
    const dialog = await screen.findByRole('dialog', { name: 'Revocare il token ERP?' })
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: 'Annulla' })).toHaveFocus(),
    )
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoca' }))
    expect(await screen.findByText('Token revocato: ERP')).toBeInTheDocument()
    expect(await rows(TOKENS)).toHaveLength(1)
    expect(requests.filter(a => a.method === 'DELETE').map(a => a.path)).toEqual(['/tokens/1'])
  })
})
