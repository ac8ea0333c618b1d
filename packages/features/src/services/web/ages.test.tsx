// Every panel greys old values by one rule, like the vehicle's card: older than three of the vehicle's intervals, with a clock.
import { answering, showAt, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ago, standing, truck, vehicleOf } from '../../map/global-map/web/testing.ts'
import * as carbontax from '../carbontax/contract.ts'
import * as eyecold from '../eyecold/contract.ts'
import * as eyedoor from '../eyedoor/contract.ts'
import * as eyefuel from '../eyefuel/contract.ts'
import * as eyegeo from '../eyegeo/contract.ts'
import * as eyepower from '../eyepower/contract.ts'
import * as eyesafe from '../eyesafe/contract.ts'
import * as eyeway from '../eyeway/contract.ts'
import { panels, ServicePanel } from '../panels.tsx'
import * as system from '../system/contract.ts'
import * as tandt from '../tandt/contract.ts'

const power = {
  id: '1',
  external_voltage: 24.3,
  external_voltage_percent: 90,
  general_status: 1,
  power_mode: 0,
  battery_voltage: 4.1,
  battery_capacity: 92,
  general_hour_meter: null,
} as const
const block = {
  start: ago(90),
  end: ago(0),
  start_datetime: ago(90),
  start_hours: 1,
  consumption: 2,
  alert: 0,
} as const
/** The data of each panel, measured at a time. */
const answersOfPanel: Readonly<
  Record<string, (at: string) => readonly ReturnType<typeof answering>[]>
> = {
  carbontax: at => {
    const reading = { ...block, end_datetime: at, end_hours: 2 }
    return [
      answering(carbontax.data, {
        hours_of: 'engine',
        average_consumption: 2,
        month: reading,
        quarter: reading,
      } as never),
    ]
  },
  eyecar: () => [],
  eyecold: at => [
    answering(eyecold.data, {
      temperature: { message_datetime: at, T1: -19.6, T2: null, T3: null, T4: null },
      fridge: null,
      pending: {
        setpoint_t1: null,
        setpoint_t2: null,
        setpoint_t3: null,
        overall_status: null,
        operating_mode: null,
        operation_status_c2: null,
        operation_status_c3: null,
      },
      last_command: null,
      compartments: 1,
      sensors: 1,
      tolerance: 5,
      cmd_enabled: false,
      online: true,
      odl_num: null,
      odl_t1: null,
    }),
  ],
  eyedoor: at => [
    answering(eyedoor.data, {
      id: '1',
      message_datetime: at,
      door_1: false,
      door_2: null,
      door_3: null,
      door_4: null,
      armed: null,
      siren: null,
    }),
  ],
  eyefuel: at => [
    answering(eyefuel.data, {
      id: '1',
      message_datetime: at,
      tank_usage: 62,
      cap_status: 0,
      alarm_status: 0,
      armed: true,
      tank_capacity_l: 600,
    }),
  ],
  eyegeo: at => [
    answering(eyegeo.data, {
      last: {
        id: '1',
        message_datetime: at,
        latitude: 44.8,
        longitude: 10.3,
        altitude: 57,
        km: 1,
        direction: 42,
        speed: 84,
        satellites: 11,
        moving: true,
      },
      since: null,
    }),
  ],
  eyepower: at => [answering(eyepower.data, { ...power, message_datetime: at })],
  eyesafe: at => [
    answering(eyesafe.ignitionStatus, {
      status: 1,
      ignition: 0,
      datetime: at,
      speed: 0,
      moving: false,
    }),
    answering(eyesafe.ignitionLastCommand, null),
  ],
  eyeway: at => [
    answering(eyeway.data, {
      ...(Object.fromEntries(
        Object.keys(eyeway.AxleData.shape).map(name => [name, null]),
      ) as object),
      message_datetime: at,
      load: 15_500,
    } as never),
  ],
  system: at => [
    answering(system.data, {
      power: { ...power, message_datetime: at },
      alerts: [],
      agreements: [],
    }),
  ],
  tandt: at => [
    answering(tandt.data, {
      id: 5,
      message_datetime: at,
      since: null,
      locked: 0,
      authorized: null,
      locked_vehicle: null,
      beacon_code: null,
    }),
  ],
}
/** These panels show no value that a device measured. */
const timeless = ['crono', 'directions', 'eyecontrol', 'eyeservice', 'eyeshare']

test('the test covers every panel', () => {
  expect([...panels.keys()].toSorted()).toEqual(
    [...Object.keys(answersOfPanel), ...timeless].toSorted(),
  )
})

beforeEach(signIn)
const INTERVAL_MIN = 1
describe.each(Object.entries(answersOfPanel))('%s', (code, answers) => {
  const shownAt = async (minutes: number) => {
    const at = ago(minutes)
    const pin = {
      ...truck,
      message_datetime: at,
      reporting_interval: INTERVAL_MIN * 60,
      active_agreements: [2, 3, 4, 5, 8, 24, 27, 31, 101, 102, 103, 106],
    }
    const panel = panels.get(code)
    if (panel === undefined) throw new Error(`there is no panel ${code}`)
    const view = await showAt(
      '/?v=1',
      <Suspense>
        <ServicePanel of={panel} vehicle={vehicleOf(pin)} pin={pin} />
      </Suspense>,
      ...answers(at),
      ...standing([pin], 'view'),
    )
    await waitFor(() =>
      expect(view.container.querySelector(`time[datetime="${at}"]`)).not.toBeNull(),
    )
  }
  const clocks = () => screen.queryAllByRole('img', { name: 'Valore non aggiornato' }).length
  test('marks data older than three intervals with a clock [services.32]', async () => {
    await shownAt(3 * INTERVAL_MIN + 1)
    expect(clocks()).toBeGreaterThan(0)
  })
  test('does not mark younger data [services.33]', async () => {
    await shownAt(3 * INTERVAL_MIN - 1)
    expect(clocks()).toBe(0)
  })
})
