// The own second factors: what is enrolled, a new app, new recovery codes, and a removal.
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  beginTotp,
  confirmTotp,
  type Factor,
  factors,
  removeFactor,
  renewRecoveryCodes,
} from '../contract.ts'
import { Factors } from './Factors.tsx'

beforeEach(signIn)
const phone: Factor = {
  id: 4,
  type: 'totp',
  name: 'Telefono di Marta',
  created_at: '2026-03-05T09:00:00Z',
  last_used_at: null,
}
const enrolled = (...some: readonly Factor[]) =>
  answering(factors, { data: [...some], meta: { recovery_codes: 7, required: false } })
const open = (...answers: Parameters<typeof showAt>[2][]) =>
  showAt('/account', <Factors />, ...answers)
const button = (name: string) => screen.findByRole('button', { name })

test('a factor tells its kind, its day and that it was never used, and the codes that are left', async () => {
  await open(enrolled(phone))
  expect(await screen.findByText('Telefono di Marta')).toBeVisible()
  const row = screen.getByText('Telefono di Marta').closest('li')
  expect(row).toHaveTextContent('App di autenticazione')
  expect(row).toHaveTextContent('05/03/2026')
  expect(row).toHaveTextContent('mai usato')
  expect(screen.getByText('7 codici rimasti')).toBeVisible()
})

test('a person without a factor reads what to add, and no count of codes', async () => {
  await open(enrolled())
  expect(await screen.findByText('Nessun secondo fattore')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Nuovi codici' })).not.toBeInTheDocument()
})

test('factors that do not load are asked for again at a click', async () => {
  const { requests } = await open(failing(factors, 500, { message: 'Errore interno' }))
  await userEvent.click(await button('Riprova'))
  await vi.waitFor(() => expect(requests.filter(r => r.path === '/factors')).toHaveLength(2))
})

test('new recovery codes are made after a question, as the codes of before are void then [general.47]', async () => {
  const { requests } = await open(
    enrolled(phone),
    answering(renewRecoveryCodes, { recovery_codes: ['AAAA-1111', 'BBBB-2222'] }),
  )
  const renewals = () => requests.filter(({ method }) => method === 'POST')
  await userEvent.click(await button('Nuovi codici'))
  const question = within(
    await screen.findByRole('dialog', { name: 'Creare nuovi codici di recupero?' }),
  )
  expect(renewals()).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Nuovi codici' }))
  const codes = within(await screen.findByRole('list', { name: 'Codici di recupero' }))
  expect(codes.getAllByRole('listitem').map(code => code.textContent)).toEqual([
    'AAAA-1111',
    'BBBB-2222',
  ])
  expect(renewals().map(({ path }) => path)).toEqual(['/factors/recovery-codes'])
})

test('codes are copied and saved as a file of one code a line', async () => {
  const user = userEvent.setup()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const files: Blob[] = []
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await open(
    enrolled(),
    answering(beginTotp, { secret: 'JBSWY3DP', uri: 'otpauth://totp/Flotta' }),
    answering(confirmTotp, { recovery_codes: ['AAAA-1111', 'BBBB-2222'] }),
  )
  await user.click(await button('App di autenticazione'))
  await user.type(await screen.findByLabelText('Codice'), '123456')
  await user.click(await button('Conferma'))
  await user.click(await button('Copia'))
  expect(writeText).toHaveBeenCalledWith('AAAA-1111\nBBBB-2222')
  await user.click(await button('Scarica'))
  expect(await files[0]?.text()).toBe('Flotta\nAAAA-1111\nBBBB-2222\n')
})

test('a factor is removed after a question with its name, and the heading gets the focus', async () => {
  const list = [phone]
  const { requests } = await open(
    answering(factors, () => ({
      data: [...list],
      meta: { recovery_codes: 7, required: false },
    })),
    answering(removeFactor, () => {
      list.pop()
      return null
    }),
  )
  await userEvent.click(await button('Rimuovi Telefono di Marta'))
  const question = within(
    await screen.findByRole('dialog', { name: 'Rimuovere Telefono di Marta?' }),
  )
  await userEvent.click(question.getByRole('button', { name: 'Rimuovi' }))
  await vi.waitFor(() =>
    expect(requests.filter(r => r.method === 'DELETE').map(r => r.path)).toEqual(['/factors/4']),
  )
  expect(await screen.findByText('Rimosso: Telefono di Marta')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Secondo fattore' })).toHaveFocus()
})

test('a factor that the company requires stays, and the question says why', async () => {
  await open(
    enrolled(phone),
    failing(removeFactor, 409, { message: 'La tua azienda richiede un secondo fattore' }),
  )
  await userEvent.click(await button('Rimuovi Telefono di Marta'))
  const question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getByRole('button', { name: 'Rimuovi' }))
  expect(await question.findByRole('alert')).toHaveTextContent(
    'La tua azienda richiede un secondo fattore',
  )
  expect(screen.getByText('Telefono di Marta')).toBeInTheDocument()
})
