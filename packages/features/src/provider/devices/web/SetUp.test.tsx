// The dialog that points a tracker at this server: texts to copy, parameters over the air, the code for a phone.

import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { about } from '../../../people/auth/about.ts'
import {
  parameterAnswer,
  readParameters,
  requestDevice,
  setUp,
  writeParameters,
} from '../contract.ts'
import { SetUp } from './SetUp.tsx'

const device = { id: 9, identifier: '356000000000001', protocol: 'teltonika' }
const command_id = '0d4b1a52-3c92-4a7b-9f1e-6f3f0a8f1c11'
const installed = {
  sms: ['{login} {password} setparam 2001:{apn};2004:{host};2005:{port};2006:0'],
  port: 5000,
  parameters: true,
  position: true,
  intervals: [30, 60, 3_600],
}
const sent = {
  command_id,
  state: 'sent' as const,
  text: 'getparam 2004;2005',
  answer: null,
  values: null,
}
const open = (...answers: Parameters<typeof show>[1][]) =>
  show(<SetUp device={device} onClose={() => {}} />, answering(setUp, installed), ...answers)
beforeEach(signIn)

test('the text for the SIM can be copied [devices.21]', async () => {
  await open()
  const text = await screen.findByText(/setparam 2001/)
  expect(text).toHaveTextContent('setparam 2001:{apn};2004:localhost;2005:5000;2006:0')
  expect(text.textContent?.startsWith('  setparam')).toBe(true)
  await userEvent.type(screen.getByLabelText('APN della SIM'), 'web.example')
  await userEvent.type(screen.getByLabelText('Password per SMS'), 'pw')
  expect(text.textContent).toBe(' pw setparam 2001:web.example;2004:localhost;2005:5000;2006:0')
})

test('without https, where the browser has no clipboard, the text is selected to be copied by hand [devices.21]', async () => {
  await open()
  const text = await screen.findByText(/setparam 2001/)
  await userEvent.click(screen.getByRole('button', { name: 'Copia: Testo 1' }))
  expect(await screen.findByText(/Ctrl\+C/)).toBeVisible()
  expect(getSelection()?.toString()).toBe(text.textContent)
})

test('parameters are read, and their values are listed by their numbers [devices.22]', async () => {
  const { requests } = await open(
    answering(readParameters, sent),
    answering(parameterAnswer, {
      ...sent,
      state: 'answered',
      answer: 'Param ID:2004 Value:example.com;2005:5000',
      values: { 2004: 'example.com', 2005: '5000' },
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Leggi' }))
  const table = await screen.findByRole('table')
  expect(within(table).getByText('example.com')).toBeVisible()
  expect(requests.find(q => q.path.endsWith('/read'))?.body).toEqual({ ids: ['2004', '2005'] })
})

test('a parameter is set after a question, and a refusal is shown [devices.22]', async () => {
  const { requests } = await open(
    failing(writeParameters, 409, {
      message: 'Il localizzatore ora non è collegato',
      code: 'conflict',
    }),
  )
  await userEvent.type(await screen.findByLabelText('Parametro'), '2005')
  await userEvent.type(screen.getByLabelText('Valore'), '5027')
  await userEvent.click(screen.getByRole('button', { name: 'Imposta' }))
  const question = await screen.findByRole('dialog', { name: /parametro 2005/ })
  await userEvent.click(within(question).getByRole('button', { name: 'Imposta' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('non è collegato')
  expect(requests.find(q => q.path.endsWith('/write'))?.body).toEqual({
    values: [{ id: '2005', value: '5027' }],
  })
})

test('the position is requested, and its answer leads to the map [devices.35]', async () => {
  const { requests } = await open(
    answering(requestDevice, { ...sent, text: 'getgps' }),
    answering(parameterAnswer, { ...sent, text: 'getgps', state: 'answered' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Chiedi la posizione' }))
  expect(await screen.findByText(/è già sulla mappa/)).toBeVisible()
  expect(requests.find(q => q.path.endsWith('/requests'))?.body).toEqual({ request: 'position' })
})

test('an interval is chosen among those of the family and set after a question [devices.35]', async () => {
  const { requests } = await open(
    answering(requestDevice, { ...sent, text: 'TIMER,60,60#' }),
    answering(parameterAnswer, { ...sent, state: 'answered', text: 'TIMER,60,60#', answer: 'OK' }),
  )
  await userEvent.click(await screen.findByRole('combobox', { name: /In marcia/ }))
  expect(screen.getAllByRole('option').map(o => o.textContent)).toEqual(['30 s', '1 min', '1 h'])
  await userEvent.click(screen.getByRole('option', { name: '1 min' }))
  await userEvent.click(screen.getByRole('button', { name: 'Imposta l’intervallo' }))
  const question = await screen.findByRole('dialog', { name: /ogni 1 min/ })
  await userEvent.click(within(question).getByRole('button', { name: 'Imposta l’intervallo' }))
  expect(await screen.findByText('OK')).toBeVisible()
  expect(requests.find(q => q.path.endsWith('/requests'))?.body).toEqual({
    request: 'interval',
    seconds: 60,
  })
})

test('a family without intervals is offered only its position [devices.35]', async () => {
  await show(
    <SetUp device={device} onClose={() => {}} />,
    answering(setUp, { ...installed, intervals: [] }),
  )
  expect(await screen.findByRole('heading', { name: 'Posizione' })).toBeVisible()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('a family without a position and intervals is offered neither [devices.35]', async () => {
  await show(
    <SetUp device={device} onClose={() => {}} />,
    answering(setUp, { ...installed, position: false, intervals: [] }),
  )
  await screen.findByText(/setparam 2001/)
  expect(screen.queryByRole('button', { name: 'Chiedi la posizione' })).toBeNull()
})

test('a phone gets the code that its application scans [devices.23]', async () => {
  await show(
    <SetUp device={{ ...device, identifier: 'k7m2', protocol: 'osmand' }} onClose={() => {}} />,
    answering(setUp, { ...installed, sms: [], parameters: false, position: false, intervals: [] }),
    answering(about, {
      name: 'Flotta',
      version: '1',
      demo: null,
      satellite: false,
      map: { max_zoom: 14, style: false, public_style: null },
      places: 'towns',
      tracker_port: 5000,
      contact: '',
    }),
  )
  expect(await screen.findByRole('img', { name: /Codice/ })).toBeVisible()
  expect(screen.getByLabelText('Indirizzo del server')).toHaveValue('http://localhost:5000')
  expect(screen.getByText('k7m2')).toBeVisible()
  expect(screen.getByText(/id=k7m2&lat=\{0\}/)).toBeVisible()
})
