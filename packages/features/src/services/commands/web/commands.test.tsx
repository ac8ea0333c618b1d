// The button of a command, its confirmation, the last command and the history.
import { ById, endpoint, Period } from '@flotta/core/contract.ts'
import { callWithEtag } from '@flotta/ui/api.ts'
import { severityInk } from '@flotta/ui/Severity.tsx'
import { answering, failing, show, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ago, standing, truck, vehicleOf } from '../../../map/global-map/web/testing.ts'
import { usePeriod } from '../../web/usePeriod.ts'
import { availability, Command } from '../contract.ts'
import { CommandButton, RefusedNotice } from './CommandButton.tsx'
import { CommandFailure } from './CommandFailure.tsx'
import { CommandHistory } from './CommandHistory.tsx'
import { LastCommand } from './LastCommand.tsx'
import { CommandStatus } from './status.tsx'

const commandEndpoint = endpoint({
  method: 'PUT',
  path: '/services/eyesafe/:id/start_lock',
  summary: 'x',
  allow: 'control',
  scope: { vehicle: 'visible' },
  params: ById,
  reply: Command,
})
const history = endpoint({
  method: 'GET',
  path: '/services/eyesafe/:id/command_history',
  summary: 'x',
  allow: 'view',
  scope: { vehicle: 'visible' },
  params: ById,
  query: Period,
  reply: z.array(Command),
})
const command = (id: number, more: Partial<Command> = {}): Command => ({
  id,
  message_datetime: ago(5),
  status: 2,
  user: 'Anna Rossi',
  user_id: 1,
  action: 'start_lock',
  command: 'setdigout ?1',
  command_data: { start_blocked: 1 },
  reason: null,
  answer: 'DOUT2:ON',
  ...more,
})
const button = (vehicle = vehicleOf(truck), locked: string | null = null) => (
  <CommandButton
    vehicle={vehicle}
    endpoint={commandEndpoint}
    label="Disabilita"
    now="Abilitato"
    valueText="Disabilitato"
    locked={locked}
    onSend={async headers =>
      (await callWithEtag(commandEndpoint, { params: { id: vehicle.id } }, headers))
        .value as Command
    }
  />
)
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Disabilita' }))
beforeEach(signIn)

describe('the button', () => {
  test('asks for confirmation with both states, the vehicle and a switch to tick, then sends the command with a key and confirms it [commands.47, commands.48]', async () => {
    const { requests } = await show(
      button(),
      answering(commandEndpoint, command(1)),
      ...standing(undefined, 'control'),
    )
    await press()
    const dialog = await screen.findByRole('dialog', { name: 'Disabilita: FR 123 KL' })
    for (const text of ['Abilitato', 'Disabilitato'])
      expect(within(dialog).getByText(text)).toBeInTheDocument()
    const send = within(dialog).getByRole('button', { name: 'Invia comando' })
    expect(send).toBeDisabled()
    await userEvent.click(within(dialog).getByRole('switch'))
    await userEvent.click(send)
    expect(await screen.findByText(/^Comando inoltrato/)).toBeInTheDocument()
    const [call, ...more] = requests.filter(a => a.method === 'PUT')
    expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
    expect(more).toEqual([])
  })
  test('shows a refusal in the dialog, and a second try is the same command [commands.49]', async () => {
    const { requests } = await show(
      button(),
      failing(commandEndpoint, 409, { message: 'Il quadro è acceso', code: 'conflict' }),
      ...standing(undefined, 'control'),
    )
    await press()
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('switch'))
    for (const _ of [1, 2]) {
      await userEvent.click(within(dialog).getByRole('button', { name: 'Invia comando' }))
      expect(await within(dialog).findByText('Il quadro è acceso')).toBeInTheDocument()
    }
    const keys = requests.filter(a => a.method === 'PUT').map(a => a.headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
  test.each([
    ['offline', button(vehicleOf({ ...truck, status: 2 })), /non è in ascolto/],
    ['locked', button(vehicleOf(truck), 'Il quadro è acceso'), /quadro/],
  ])('does nothing while %s, and shows the reason [commands.51]', async (_, element, why) => {
    await show(element, ...standing(undefined, 'control'))
    const commandButton = await screen.findByRole('button', { name: 'Disabilita' })
    expect(commandButton).toHaveAttribute('aria-disabled', 'true')
    await userEvent.hover(commandButton)
    expect(await screen.findByText(why)).toBeInTheDocument()
    await userEvent.click(commandButton)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  test('does nothing while two connections claim to be the device, and shows the reason, also above the buttons', async () => {
    const contested = answering(availability, { contested_until: ago(-5) })
    const panel = (
      <>
        <RefusedNotice vehicle={vehicleOf(truck)} endpoint={commandEndpoint} />
        {button()}
      </>
    )
    await show(panel, contested, ...standing(undefined, 'control'))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Due collegamenti si presentano/)
    const commandButton = screen.getByRole('button', { name: 'Disabilita' })
    await waitFor(() => expect(commandButton).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.hover(commandButton)
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/^Due collegamenti si presentano/)
    await userEvent.click(commandButton)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  test('keeps the focus when its own command locks it', async () => {
    function Panel() {
      const [isSent, setSent] = useState(false)
      return (
        <CommandButton
          vehicle={vehicleOf(truck)}
          endpoint={commandEndpoint}
          label="Disabilita"
          now="Abilitato"
          valueText="Disabilitato"
          locked={isSent ? 'È già così' : null}
          onSend={() => {
            setSent(true)
            return Promise.resolve(undefined)
          }}
        />
      )
    }
    await show(<Panel />, ...standing(undefined, 'control'))
    const commandButton = await screen.findByRole('button', { name: 'Disabilita' })
    commandButton.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Annulla' })).toHaveFocus())
    await userEvent.click(screen.getByRole('switch'))
    await userEvent.click(screen.getByRole('button', { name: 'Invia comando' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(commandButton).toHaveAttribute('aria-disabled', 'true')
    await waitFor(() => expect(commandButton).toHaveFocus())
  })
  test('is hidden from a person whose command would be refused [commands.50]', async () => {
    const { requests } = await show(button(), ...standing(undefined, 'view'))
    await waitFor(() => expect(requests.some(a => a.path === '/profile')).toBe(true))
    expect(screen.queryByRole('button', { name: 'Disabilita' })).not.toBeInTheDocument()
  })
})

test('the last command shows its action, person, outcome and reason, or that none was sent [eyecontrol.3]', async () => {
  const { unmount } = await show(
    <LastCommand command={command(1, { status: 6, reason: 'no_answer', answer: null })} />,
  )
  expect(screen.getByText('Disabilita avviamento da chiave')).toBeInTheDocument()
  expect(screen.getByText('Anna Rossi')).toBeInTheDocument()
  // the live region that screen readers announce: not the age, which changes by itself
  expect(screen.getByRole('status')).toHaveTextContent(
    /^Disabilita avviamento da chiave\s*Tempo scaduto$/,
  )
  expect(screen.getByText(/^Nessuna risposta entro 60 secondi/)).toBeInTheDocument()
  expect(screen.getByText('setdigout ?1')).toBeInTheDocument()
  unmount()
  await show(<LastCommand command={null} />)
  expect(screen.getByRole('status')).toHaveTextContent('Nessun comando inviato finora')
})

test.each([
  [1, 'In coda', severityInk(1)],
  [2, 'Eseguito', 'inherit'],
  [3, 'Fallito', severityInk(2)],
  [4, 'Inviato', severityInk(1)],
  [5, 'Sostituito', severityInk(1)],
  [6, 'Tempo scaduto', severityInk(2)],
  [7, 'Rifiutato dal dispositivo', severityInk(2)],
  [0, 'Sconosciuto', 'inherit'],
  [42, 'Sconosciuto', 'inherit'],
])(
  'status %i is shown as %s, in its colour [commands.1, commands.2, commands.3, commands.4]',
  async (status, word, color) => {
    await show(<CommandStatus status={status} />)
    expect(screen.getByText(word).getAttribute('style')).toBe(`color: ${color};`)
  },
)

function Histories() {
  return (
    <CommandHistory
      vehicle={{ id: 1, plate: 'AB123CD' }}
      endpoint={history}
      period={usePeriod()}
      label="Storico comandi"
      service="eyecontrol"
    />
  )
}
test('the history lists commands newest first with their status, and a row shows the device’s answer [eyecontrol.4]', async () => {
  await showAt(
    '/?v=1',
    <Histories />,
    answering(history, asked =>
      Date.parse(new URLSearchParams(asked.path.split('?')[1]).get('period_to') ?? '') >
      Date.now() + 60_000
        ? []
        : [
            command(1),
            command(2, { action: 'start_reset', status: 7, reason: 'refused', answer: 'Denied' }),
          ],
    ),
  )
  const rows = within(await screen.findByRole('list', { name: 'Storico comandi' })).getAllByRole(
    'button',
  )
  expect(rows.map(r => r.textContent)).toEqual([
    expect.stringMatching(/^Ripristina avviamento.*Rifiutato dal dispositivo$/),
    expect.stringMatching(/^Disabilita avviamento.*Eseguito$/),
  ])
  await userEvent.click(rows[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Comando' })
  expect(within(dialog).getByText('Il dispositivo ha rifiutato il comando')).toBeInTheDocument()
  expect(within(dialog).getByText('Denied')).toBeInTheDocument()
})

describe('the notice of a failed command', () => {
  const waiting = command(7, { status: 4 })
  const refusedCommand = command(7, { status: 7, reason: 'refused', answer: 'ERR' })
  const words =
    'Disabilita avviamento da chiave, Avviamento bloccato: Rifiutato dal dispositivo. Il dispositivo ha rifiutato il comando.'
  function Panel({ after }: { readonly after: Command }) {
    const [last, setLast] = useState<Command>(waiting)
    return (
      <>
        <CommandFailure command={last} />
        <button type="button" onClick={() => setLast(after)}>
          Notizia
        </button>
      </>
    )
  }
  test('appears above the buttons and as a toast when the failure becomes known [commands.52]', async () => {
    await show(<Panel after={refusedCommand} />, ...standing(undefined, 'control'))
    await userEvent.click(await screen.findByRole('button', { name: 'Notizia' }))
    // one text stays in the panel, the other is a toast that disappears
    expect(await screen.findAllByText(words)).toHaveLength(2)
  })
  test('does not appear after a successful command', async () => {
    await show(<Panel after={command(7)} />, ...standing(undefined, 'control'))
    await userEvent.click(await screen.findByRole('button', { name: 'Notizia' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
  test('does not appear for a command that failed long before the panel was opened', async () => {
    await show(
      <CommandFailure command={{ ...refusedCommand, message_datetime: ago(11) }} />,
      ...standing(undefined, 'control'),
    )
    expect(screen.queryByText(words)).toBeNull()
  })
  test('takes the place of the confirmation when the command is refused at once', async () => {
    await show(
      button(),
      ...standing(undefined, 'control'),
      answering(commandEndpoint, refusedCommand),
    )
    await press()
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('switch'))
    await userEvent.click(dialog.getByRole('button', { name: 'Invia comando' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(/Comando inoltrato/)).toBeNull()
  })
})
