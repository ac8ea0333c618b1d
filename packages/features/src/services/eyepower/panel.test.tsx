// The power panel: the texts of the last status, and the chart of its history.
import { answering, failing, showAt, signIn, stopClock } from '@flotta/ui/testing.tsx'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import { data, history, type Power } from './contract.ts'
import EyepowerPanel from './panel.tsx'

const vehicle = vehicleOf(truck)
const power = (minutes: number, some: Partial<Power> = {}): Power => ({
  id: String(minutes),
  message_datetime: ago(minutes),
  external_voltage: 27.64,
  external_voltage_percent: 100,
  general_status: 1,
  power_mode: 0,
  battery_voltage: 4.08,
  battery_capacity: 97,
  general_hour_meter: 8123.4,
  ...some,
})
const none = answering(history, [])
beforeEach(signIn)

test('the panel shows percent, volts, the supply, the device’s battery and the hours of the engine [eyepower.7]', async () => {
  stopClock()
  await showAt(
    '/?v=1',
    <EyepowerPanel vehicle={vehicle} />,
    answering(data, power(2)),
    none,
    ...standing(),
  )
  const last = within(await screen.findByRole('region', { name: 'Ultimo stato' }))
  for (const words of [
    '100%',
    'carica',
    '27,6 V',
    'Presente',
    'Esterna',
    '4,1 V',
    '97%',
    '8.123 h',
    '2 min fa',
  ])
    expect(last.getByText(words)).toBeInTheDocument()
  expect(last.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  expect(last.queryByRole('img', { name: /Avvertenza|Allarme/ })).not.toBeInTheDocument()
})
test.each([
  [25, 'bassa', 'Avvertenza'],
  [15, 'critica', 'Allarme'],
])(
  'at %i percent the battery is described as %s, with a sign [eyepower.8]',
  async (external_voltage_percent, word, sign) => {
    await showAt(
      '/?v=1',
      <EyepowerPanel vehicle={vehicle} />,
      answering(data, power(2, { external_voltage_percent, power_mode: 1, general_status: 0 })),
      none,
      ...standing(),
    )
    expect(await screen.findByText(word)).toBeInTheDocument()
    expect(screen.getByRole('img', { name: sign })).toBeInTheDocument()
    expect(
      screen.getByText('Batteria interna', { selector: 'div[class*="value"]' }),
    ).toBeInTheDocument()
    expect(screen.getByText('Assente')).toBeInTheDocument()
  },
)
test('missing data, an empty period and a failure each show a message [services.28]', async () => {
  const first = await showAt(
    '/?v=1',
    <EyepowerPanel vehicle={vehicle} />,
    answering(data, null),
    none,
    ...standing(),
  )
  expect(await screen.findByText('Nessun dato di alimentazione')).toBeInTheDocument()
  expect(await screen.findByText('Nessun risultato')).toBeInTheDocument()
  first.unmount()
  await showAt(
    '/?v=1',
    <EyepowerPanel vehicle={vehicle} />,
    failing(data, 500, { message: 'Guasto', code: 'failed' }),
    none,
    ...standing(),
  )
  expect(await screen.findByText('Guasto')).toBeInTheDocument()
})
test('the history is a chart whose values can also be read as text [eyepower.9]', async () => {
  const past = [
    power(300, { external_voltage_percent: 80 }),
    power(200, { external_voltage_percent: 40 }),
    power(100, { external_voltage_percent: 60 }),
  ]
  await showAt(
    `/?v=1&from=${ago(600)}&to=${ago(60)}`,
    <EyepowerPanel vehicle={vehicle} />,
    answering(data, power(2)),
    answering(history, past),
    ...standing(),
  )
  const chart = await screen.findByRole('figure', { name: 'Carica della batteria del mezzo' })
  for (const value of ['80%', '40%', '60%'])
    expect(within(chart).getByText(value)).toBeInTheDocument()
})
