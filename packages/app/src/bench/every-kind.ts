// Every kind of reading at once: the processor time compared with the usual words; the time to answer a month of each when 1,000 vehicles have stored
// 90 days, and to open each panel.
import { readings } from '@flotta/features/kinds.ts'
import { services } from '@flotta/features/services/services.ts'
import { keysToPack } from '@flotta/features/telemetry/pipeline/partitions.ts'
import { signInByForm, withBrowser } from './browser.ts'
import { chartDrawn, fillMinutes } from './chart.ts'
import { type Company, sayAll, signIn } from './fleet.ts'
import {
  type Bench,
  type Figure,
  figure,
  type Options,
  pause,
  percentile,
  until,
} from './harness.ts'
import { bareServer, theProduct } from './ingest.ts'
import { startDatabase } from './product.ts'
import { type Stage, withProduct } from './stage.ts'
import { inTurns, processorTimes, type RatedWindow, type Subject } from './turns.ts'

/** Records of a packet. */
const RECORDS = 10
const VEHICLES = 1_000
const DAYS = 90
const PERIOD_DAYS = 31
/** Milliseconds between two stored readings of a kind. */
const KEPT_EVERY = 900_000
const DAY_MS = 86_400_000
const ASKED = 100
/**
 * All vehicles have stored their temperatures, every tenth all other kinds as well. Rows are ordered by vehicle and kind, so the other kinds do not
 * slow down the rest.
 */
const EACH = 10
const OPENED = 5
/** Time for the previous panel to finish, ms. */
const REST_MS = 1_000

export const kinds: Bench = {
  name: 'kinds',
  measures:
    'ingest of usual records with every kind of reading on beside all of them off; of records that tell every kind beside the usual',
  run: measureIngestion,
}
export const panels: Bench = {
  name: 'panels',
  measures: `${PERIOD_DAYS} days of each kind with ${VEHICLES.toLocaleString('en')} vehicles × ${DAYS} days; each panel opened, a chart drawn`,
  run: measurePanels,
}

/** Usual records without and with all kinds, records that report every kind in both ways, and a bare server. */
type IngestionWindows = [RatedWindow, RatedWindow, RatedWindow, RatedWindow, RatedWindow]
function ingestionFigures([
  usualOff,
  usual,
  wholeOff,
  everyKind,
  bare,
]: IngestionWindows): Figure[] {
  const within = { goal: { atLeast: 0.75 }, of: 'ratio' } as const
  return [
    figure('usual records, every kind on: acknowledged', usual.rate, 'records/s', {
      peer: { what: 'all off', value: usualOff.rate },
      ...within,
    }),
    ...processorTimes('usual records, every kind on: ', usual, 'all off', usualOff),
    figure('records that tell every kind, on: acknowledged', everyKind.rate, 'records/s', {
      peer: { what: 'all off', value: wholeOff.rate },
      of: 'ratio',
    }),
    ...processorTimes('records that tell every kind, on: ', everyKind, 'all off', wholeOff),
    figure('records that tell every kind: acknowledged', everyKind.rate, 'records/s', {
      peer: { what: 'usual records', value: usual.rate },
      ...within,
    }),
    ...processorTimes('records that tell every kind: ', everyKind, 'usual records', usual),
    figure(
      'records that tell every kind: beside a bare server that gets the same',
      everyKind.rate,
      'records/s',
      { peer: { what: 'bare server', value: bare.rate }, of: 'ratio' },
    ),
  ]
}

async function measureIngestion(options: Options): Promise<Figure[]> {
  const database = await startDatabase('bench-kinds')
  const subjects: Subject[] = []
  try {
    for (const all of [false, true])
      for (const off of [true, false]) {
        const url = await database.create(`${all ? 'every_kind' : 'usual'}_${off ? 'off' : 'on'}`)
        subjects.push(
          await theProduct(url, options, { all, ...(off && { entry: 'bench-without-kinds.js' }) }),
        )
      }
    subjects.push({ ...(await bareServer(database, options, RECORDS)), all: true })
    const windows = await inTurns(subjects, database, options, RECORDS)
    return ingestionFigures(windows as IngestionWindows)
  } finally {
    for (const { stop } of subjects) await stop()
    await database.stop()
  }
}

/** One vehicle reports everything through the gateway; its stored readings are then repeated for all vehicles and days. */
function measurePanels(options: Options): Promise<Figure[]> {
  return withProduct(
    'panels',
    options,
    [VEHICLES],
    async ({ database, product, companies, load }) => {
      const company = companies[0] as Company
      const { pool } = database
      const agreements = [...new Set(services.flatMap(s => s.agreements))]
      await pool.query(
        `insert into vehicle_agreements (vehicle_id, customer_id, agreement_id, active_from)
       select v, $1, a, now() - interval '1 year' from unnest($2::int[]) v, unnest($3::smallint[]) a on conflict do nothing`,
        [company.customer_id, company.vehicle_ids, agreements],
      )
      await sayAll(database.url)
      await load.open({
        port: product.teltonika,
        first: 0,
        count: 1,
        from: Date.now() - 600_000,
        step: 5_000,
        records: 10,
        every: null,
        all: true,
      })
      load.start()
      await until(
        'a first report',
        async () => (await pool.query('select 1 from readings limit 1')).rows.length > 0,
        { every: 100, within: 60_000 },
      )
      load.pause()
      options.say('  … writing what was kept')
      const storedRows = await writeReadings(database, company, options)
      return [
        figure('readings stored', storedRows, ''),
        ...(await historyFigures(product.url, company, options)),
        ...(await panelsOpened(product.url, company)),
      ]
    },
  )
}

/** Repeats the readings of the first vehicle for all vehicles and days. @returns the number of rows */
async function writeReadings(
  database: Stage['database'],
  company: Company,
  options: Options,
): Promise<number> {
  const { pool } = database
  await pool.query(
    `with sample as (select distinct on (kind) kind, data from readings where vehicle_id = $1 order by kind, message_datetime desc)
   insert into readings (message_datetime, vehicle_id, seq, kind, data)
   select g.at, v.id, 0, s.kind, s.data from unnest($2::int[]) with ordinality v(id, n), sample s,
     generate_series(date_trunc('hour', now()) - $3::interval, now() - interval '20 minutes', $4::interval) g(at)
   where s.kind = 'temperature' or v.n % $5 = 1
   on conflict do nothing`,
    [
      company.vehicle_ids[0],
      company.vehicle_ids,
      `${options.quick ? 10 : DAYS} days`,
      `${KEPT_EVERY} milliseconds`,
      EACH,
    ],
  )
  await fillMinutes(database, company.vehicle_ids[1] as number)
  await pool.query('vacuum analyze readings')
  // Past months are packed once, which takes a processor while it lasts.
  await until(
    'the months before are packed',
    async () => (await keysToPack(pool, Date.now())).length === 0,
    { every: 1_000, within: 600_000 },
  )
  // Rows that were written at once are flushed to the disk before anything is timed.
  await pool.query('checkpoint')
  return (
    (await pool.query<{ n: number }>('select count(*)::float8 as n from readings')).rows[0]?.n ?? 0
  )
}

/** The time to answer the history of each service, vehicle after vehicle. */
async function historyFigures(url: string, company: Company, options: Options): Promise<Figure[]> {
  const token = await signIn(url, company)
  const period = `period_from=${new Date(Date.now() - PERIOD_DAYS * DAY_MS + 3_600_000).toISOString()}&period_to=${new Date().toISOString()}`
  const figures: Figure[] = []
  for (const { code } of services.filter(s => readings.some(r => s.kinds.includes(r.kind)))) {
    const times: number[] = []
    let bytes = 0
    for (let i = 0; i < (options.quick ? 10 : ASKED); i++) {
      // Another vehicle each time, so that its rows are in no cache.
      const vehicle = company.vehicle_ids[(i * EACH) % VEHICLES]
      const began = performance.now()
      const answer = await fetch(`${url}/api/v1/services/${code}/${vehicle}/history?${period}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const text = await answer.text()
      times.push(performance.now() - began)
      if (answer.status === 404) break
      if (!answer.ok) throw new Error(`history of ${code} answered ${answer.status}: ${text}`)
      bytes = text.length
    }
    if (bytes === 0) continue
    figures.push(
      figure(`${code}, ${PERIOD_DAYS} days: p50`, percentile(times, 0.5), 'ms'),
      figure(`${code}, ${PERIOD_DAYS} days: p99`, percentile(times, 0.99), 'ms', {
        goal: { below: 100 },
      }),
      figure(`${code}, ${PERIOD_DAYS} days: answer`, bytes / 1e3, 'kB'),
    )
  }
  return figures
}

/** Milliseconds from the click on a tab until its data are shown and the main thread is free, once its code is loaded: the median of several times. */
function panelsOpened(url: string, company: Company): Promise<Figure[]> {
  return withBrowser(async open => {
    const view = await open()
    const { page } = view
    await signInByForm(view, url, company)
    await page.goto(`${url}/global-map?v=${company.vehicle_ids[0]}&tab=system`)
    const tabs = page.locator('[role=tablist] [role=tab][aria-disabled=false]')
    const stands = (id: string) =>
      page
        .locator(
          `[role=tabpanel][aria-labelledby="${id}"]:not(:has(.mantine-Skeleton-root, [aria-busy=true]))`,
        )
        .filter({ hasText: /./ })
        .waitFor()
    await stands('tab-system')
    const times = new Map<string, number[]>()
    for (let turn = 0; turn <= OPENED; turn++)
      for (const tab of await tabs.all()) {
        const id = (await tab.getAttribute('id')) ?? ''
        await pause(REST_MS)
        const began = performance.now()
        await tab.click()
        await stands(id)
        await page.evaluate('new Promise(done => requestAnimationFrame(() => setTimeout(done)))')
        // The first time includes loading its code.
        times.set(id, turn === 0 ? [] : [...(times.get(id) ?? []), performance.now() - began])
      }
    const histories = [...times].map(([id, all]) =>
      figure(
        `panel ${id.slice('tab-'.length)}: pressed to usable, median`,
        percentile(all, 0.5),
        'ms',
        { goal: { below: 300 } },
      ),
    )
    return [...histories, ...(await chartDrawn(view, url, company.vehicle_ids[1] as number))]
  })
}
