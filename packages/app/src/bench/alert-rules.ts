// Alert rules: processing of records with every alert set on every vehicle and trackers that report everything, compared with the same without any
// derivation of alerts.
import { settableAlerts } from '@flotta/features/alerts/alert-parameters/rules.ts'
import { openPool } from '@flotta/platform/db.ts'
import { type Bench, figure } from './harness.ts'
import { theProduct } from './ingest.ts'
import { startDatabase } from './product.ts'
import { inTurns, processorTimes, type RatedWindow, type Subject } from './turns.ts'

const RECORDS = 10
/** Most of the day lies within these hours, and they begin and end each day. */
const HOURS = [
  { days: [1, 2, 3, 4, 5, 6, 7], from: '04:00', to: '13:00' },
  { days: [1, 2, 3, 4, 5, 6, 7], from: '13:30', to: '23:30' },
]
/** Sets each alert with its dwell, its hours and its second threshold, for all present and future vehicles. */
async function setAll(url: string): Promise<number> {
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  try {
    const clears = settableAlerts.map(({ parameters: { clear, threshold } }) =>
      clear === undefined ? null : clear === 'above' ? 40 : threshold === undefined ? null : 4,
    )
    await pool.query(
      `update vehicles set configurations = configurations || '{"max_load_kg": "18000", "speed_limit_kmh": "85", "temperature_tolerance_c": "4.5"}'`,
    )
    const { rowCount } = await pool.query(
      `insert into alert_parameters (customer_id, vehicle_id, alert_id, active, clear, dwell_s, schedule, parked, valid_from)
       select v.customer_id, v.id, a.id, true, a.clear, case when a.dwells then 20 end, $4::jsonb, true, now() - interval '1 year'
       from vehicles v, unnest($1::int[], $2::float8[], $3::bool[]) a (id, clear, dwells)`,
      [
        settableAlerts.map(a => a.id),
        clears,
        settableAlerts.map(a => a.parameters.dwell_s !== undefined),
        JSON.stringify(HOURS),
      ],
    )
    await pool.query('analyze alert_parameters')
    return rowCount ?? 0
  } finally {
    await pool.end()
  }
}

export const rules: Bench = {
  name: 'rules',
  measures:
    'ingest of everything that trackers say, every alert set on every vehicle, beside the same without any derivation of alerts',
  async run(options) {
    const database = await startDatabase('bench-rules')
    const subjects: Subject[] = []
    try {
      const [without, withAll] = [
        await database.create('without'),
        await database.create('with_all'),
      ]
      subjects.push(
        await theProduct(without, options, { all: true, entry: 'bench-without-alerts.js' }),
      )
      let set = 0
      const begin = async () => {
        set = await setAll(withAll)
      }
      subjects.push(await theProduct(withAll, options, { all: true, before: begin }))
      const [bare, withRules] = (await inTurns(subjects, database, options, RECORDS)) as [
        RatedWindow,
        RatedWindow,
      ]
      const peer = 'no derivation of alerts'
      const incidents = (await countOf(withAll)) ?? 0
      return [
        figure('parameters set', set, ''),
        figure('incidents raised', incidents, '', { goal: { atLeast: 1 } }),
        figure('records acknowledged', withRules.rate, 'records/s', {
          peer: { what: peer, value: bare.rate },
          goal: { atLeast: 0.8 },
          of: 'ratio',
        }),
        ...processorTimes('', withRules, peer, bare),
        figure('packets refused or lost', withRules.failed, '', { goal: { below: 1 } }),
      ]
    } finally {
      for (const { stop } of subjects) await stop()
      await database.stop()
    }
  },
}

async function countOf(url: string): Promise<number | undefined> {
  const pool = openPool(url, { max: 1, application: 'flotta bench' })
  try {
    return (await pool.query<{ n: number }>('select count(*)::float8 as n from incidents')).rows[0]
      ?.n
  } finally {
    await pool.end()
  }
}
