// The ignition and lock panel: its two sections, when each command is possible, and who may drive.
import { answering, failing, show, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import type { Command } from '../commands/contract.ts'
import * as contract from './contract.ts'
import EyesafePanel from './panel.tsx'

const holding = (...ids: number[]) =>
  vehicleOf(truck, {
    active_agreements: ids.map(agreement_id => ({
      agreement_id,
      customer_id: 1,
      code: 'eyesafe',
      active_from: ago(999),
      active_to: null,
    })),
  })
const last: Command = {
  id: 1,
  message_datetime: ago(600),
  status: 2,
  user: 'Anna Rossi',
  user_id: 1,
  action: 'start_lock',
  command: 'setdigout ?1',
  command_data: { start_blocked: 1 },
  reason: null,
  answer: 'DOUT2:1',
}
const answers = (ignition: Partial<contract.IgnitionStatus> = {}, moving = false) => [
  ...standing([{ ...truck, moving }], 'control'),
  answering(contract.ignitionStatus, {
    status: 1,
    ignition: 0,
    datetime: ago(1),
    speed: 0,
    moving,
    ...ignition,
  }),
  answering(contract.lockStatus, {
    status: 0,
    door1_status: 0,
    door2_status: null,
    datetime: ago(1),
    speed: 0,
    moving,
  }),
  answering(contract.ignitionLastCommand, last),
  answering(contract.lockLastCommand, null),
  answering(contract.ignitionCommandHistory, []),
  answering(contract.lockCommandHistory, []),
  answering(contract.ignitionEventHistory, asked =>
    Date.parse(new URLSearchParams(asked.path.split('?')[1]).get('period_to') ?? '') >
    Date.now() + 60_000
      ? []
      : [
          {
            id: 'i1',
            datetime: ago(30),
            type: 'driver' as const,
            message: 'Quadro acceso',
            user: 4,
            user_name: 'Ugo Neri',
          },
          {
            id: 'c1',
            datetime: ago(20),
            type: 'REMOTE' as const,
            message: 'Disabilita avviamento da chiave',
            user: 1,
            user_name: 'Anna Rossi',
          },
        ],
  ),
  answering(contract.authorizedDrivers, [{ id: 4, name: 'Ugo', surname: 'Neri' }]),
]
const button = (name: string) => screen.findByRole('button', { name })
const isLocked = async (name: string) =>
  (await button(name)).getAttribute('aria-disabled') === 'true'
const LOCK = 'Disabilita avviamento da chiave'
const RESET = 'Ripristina avviamento da chiave'
const UNLOCK = 'Abilita avviamento'
beforeEach(signIn)

describe('the starter', () => {
  test.each<[string, Partial<contract.IgnitionStatus>, boolean[]]>([
    ['enabled', { status: 1 }, [false, false, true]],
    ['disabled', { status: 0 }, [false, false, true]],
    ['local start disabled', { status: 2 }, [false, true, false]],
    ['with the ignition on', { status: 1, ignition: 1 }, [true, true, true]],
  ])(
    '%s offers only the commands that are possible [eyesafe.22, eyesafe.23]',
    async (_, ignition, expected) => {
      await show(<EyesafePanel vehicle={holding(31)} />, ...answers(ignition))
      expect([await isLocked(UNLOCK), await isLocked(LOCK), await isLocked(RESET)]).toEqual(
        expected,
      )
      expect(screen.queryAllByText(/^Il quadro è acceso/)).toHaveLength(
        ignition.ignition === 1 ? 1 : 0,
      )
    },
  )
  test('shows its status with its age and the last command, and no second section without agreement 32 [eyesafe.25]', async () => {
    await show(<EyesafePanel vehicle={holding(31)} />, ...answers({ status: 2 }))
    expect(await screen.findByText('Avviamento da chiave disabilitato')).toBeInTheDocument()
    expect(await screen.findByText('Anna Rossi')).toBeInTheDocument()
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
    expect(screen.queryByText('Comando in corso')).not.toBeInTheDocument()
  })
  test('asks to confirm a command, sends it and marks it until its end [eyesafe.24]', async () => {
    let command: Command = last
    const view = await show(
      <EyesafePanel vehicle={holding(31)} />,
      ...answers(),
      answering(contract.ignitionLastCommand, () => command),
      answering(contract.startLock, () => {
        command = { ...last, id: 2, status: 1, answer: null }
        return command
      }),
    )
    await userEvent.click(await button(LOCK))
    const places = screen.getAllByRole('status')
    const dialog = await screen.findByRole('dialog', { name: `${LOCK}: FR 123 KL` })
    await userEvent.click(within(dialog).getByRole('switch'))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Invia comando' }))
    // a screen reader announces it, because the live region existed before
    expect(places).toContain(
      (await screen.findByText('Comando in corso')).closest('[role="status"]'),
    )
    expect(await screen.findByText('In coda')).toBeInTheDocument()
    expect(view.requests.filter(a => a.method === 'PUT').map(a => a.path)).toEqual([
      '/services/eyesafe/1/start_lock',
    ])
  })
  test('lists the ignition with its driver and the remote commands as events [eyesafe.27]', async () => {
    await showAt('/?v=1', <EyesafePanel vehicle={holding(31)} />, ...answers())
    await userEvent.click(await screen.findByRole('radio', { name: 'Eventi' }))
    const rows = within(await screen.findByRole('list', { name: 'Storico eventi' })).getAllByRole(
      'listitem',
    )
    expect(rows.map(r => r.textContent)).toEqual([
      expect.stringMatching(/^Disabilita.*Anna Rossi.*Da remoto$/),
      expect.stringMatching(/^Quadro acceso · Ugo Neri/),
    ])
  })
  test('requests the authorised drivers only when the person opens them, and shows a message where none is authorised [eyesafe.28]', async () => {
    const view = await show(<EyesafePanel vehicle={holding(31)} />, ...answers())
    const drivers = await button('Autisti autorizzati')
    expect(view.requests.some(a => a.path.includes('authorized_drivers'))).toBe(false)
    await userEvent.click(drivers)
    expect(await screen.findByText('Ugo Neri')).toBeInTheDocument()
    view.unmount()
    await show(
      <EyesafePanel vehicle={holding(31)} />,
      ...answers(),
      answering(contract.authorizedDrivers, []),
    )
    await userEvent.click(await button('Autisti autorizzati'))
    expect(await screen.findByText('Nessun autista autorizzato')).toBeInTheDocument()
  })
  test('shows a message when the authorised drivers cannot be read [eyesafe.29]', async () => {
    await show(
      <EyesafePanel vehicle={holding(31)} />,
      ...answers(),
      failing(contract.authorizedDrivers, 500, {
        message: 'Qualcosa è andato storto',
        code: 'server_error',
      }),
    )
    await userEvent.click(await button('Autisti autorizzati'))
    expect(await screen.findByText('Qualcosa è andato storto')).toBeInTheDocument()
  })
})

test.each([
  ['starter', holding(31), 'ignitioncontrol_status'],
  ['lock', holding(32), 'lockcontrol_status'],
])('the %s is read every 10 s while the panel is open [eyesafe.31]', async (_, vehicle, status) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const view = await show(<EyesafePanel vehicle={vehicle} />, ...answers())
  const readings = () => view.requests.filter(a => a.path.endsWith(status))
  await waitFor(() => expect(readings()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(10_000)
  await waitFor(() => expect(readings()).toHaveLength(2))
  view.unmount()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(readings()).toHaveLength(2)
})

describe('the lock', () => {
  test('has its own section with status and doors, and can be opened while the vehicle does not move [eyesafe.26]', async () => {
    await show(<EyesafePanel vehicle={holding(31, 32)} />, ...answers())
    await userEvent.click(await screen.findByRole('tab', { name: 'Serratura' }))
    expect(await screen.findAllByText('Chiusa')).toHaveLength(2)
    expect(await isLocked('Sblocca porta')).toBe(false)
    expect(await screen.findByText('Nessun comando inviato finora')).toBeInTheDocument()
  })
  test('cannot be opened while the vehicle moves', async () => {
    await show(<EyesafePanel vehicle={holding(32)} />, ...answers({}, true))
    expect(await isLocked('Sblocca porta')).toBe(true)
  })
  test('is shown alone without agreement 31, and the starter is not requested', async () => {
    const { requests } = await show(<EyesafePanel vehicle={holding(32)} />, ...answers())
    expect(await button('Sblocca porta')).toBeInTheDocument()
    expect(requests.some(a => a.path.includes('ignitioncontrol'))).toBe(false)
  })
})

test('a person who may only read sees no command', async () => {
  const { requests } = await show(
    <EyesafePanel vehicle={holding(31)} />,
    ...answers(),
    ...standing(undefined, 'view'),
  )
  expect(await screen.findByText('Abilitato')).toBeInTheDocument()
  await waitFor(() => expect(requests.some(a => a.path === '/profile')).toBe(true))
  expect(screen.queryByRole('button', { name: LOCK })).not.toBeInTheDocument()
})
