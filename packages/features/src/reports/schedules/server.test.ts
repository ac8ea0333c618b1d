// Scheduled reports through their endpoints: each run is made once and mailed with link and file, and failures are reported.
import { DAY, HOUR, instantOf } from '@flotta/core/time.ts'
import { type Queue, startQueue } from '@flotta/platform/queue-runner.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as inbox from '../../people/notifications/contract.ts'
import { type Caller, type TestApp, testApp, type User } from '../../testing/app.ts'
import { reportLink, reports } from '../reports/contract.ts'
import { scheduledReportTask } from '../reports/task.ts'
import { MAX_SCHEDULES, runSchedule, scheduleRuns, schedules } from './contract.ts'
import { jobs } from './jobs.ts'
import { makeSchedule } from './testing.ts'

let app: TestApp
let user: User
let caller: Caller
let customer_id: number
const queues: Queue[] = []
/** Sunday noon in Rome. */
const NOON = Date.parse('2026-11-22T11:00:00Z')

beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  app.clock.now = NOON
  customer_id = (await app.make.customer()).id
  user = await app.make.user(customer_id, 'edit')
  caller = await app.as(user)
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map(q => q.stop()))
  await app.ctx.pool.query(
    'truncate tasks; truncate task_runners; delete from graphile_worker._private_jobs; delete from report_schedules; delete from mails',
  )
})
afterAll(() => app.close())

const scheduleForm = {
  name: 'Autisti',
  type: 'drivers' as const,
  every: 'day' as const,
  recipients: ['capo@aurora.example'],
}
const [makeDue, mailReady] = jobs
/** Signs in again, because a session would have expired by the next morning. */
const wait = async (until: number) => {
  app.clock.now = until
  caller = await app.as(user)
}
const turn = async (at: string | number) => {
  await wait(typeof at === 'number' ? at : Date.parse(at))
  await makeDue?.run(app.ctx)
}
/** Makes the waiting reports and mails the ready ones. */
async function work(): Promise<void> {
  queues.push(await startQueue([{ tasks: [scheduledReportTask] }], app.ctx))
  await vi.waitFor(async () => {
    const { rows } = await app.ctx.pool.query(
      'select 1 from reports where ready = 0 and customer_id = $1',
      [customer_id],
    )
    expect(rows).toEqual([])
  })
  await mailReady?.run(app.ctx)
}
const mailsOf = async () =>
  (
    await app.ctx.pool.query<{
      recipient: string
      subject: string
      body: string
      name: string | null
      size: number | null
    }>(
      'select m.recipient, m.subject, m.body, a.name, length(a.bytes) as size from mails m left join mail_attachments a on a.mail_id = m.id order by m.id',
    )
  ).rows
const lastRuns = async () => (await caller.call(scheduleRuns, {}, { language: 'it' })).data

describe('the record', () => {
  test('is made, read and changed, and drops blank and double addresses [schedules.1]', async () => {
    const created = await caller.call(schedules.create, {
      body: {
        ...scheduleForm,
        recipients: ['Capo@aurora.example ', '', ' ', 'capo@aurora.example'],
      },
    })
    const record = {
      ...{
        id: created.data.id,
        name: 'Autisti',
        type: 'drivers',
        services: '',
        about: 'all',
        vehicle_id: null,
        fleet_id: null,
        about_name: null,
      },
      ...{ every: 'day', hour: 6, recipients: ['capo@aurora.example'], language: 'it', active: 1 },
    }
    expect([created.status, created.data]).toEqual([201, record])
    const changed = await caller.call(schedules.update, {
      params: { id: record.id },
      body: { every: 'month', hour: 0, active: 0 },
    })
    expect(changed.data).toEqual({ ...record, every: 'month', hour: 0, active: 0 })
    expect((await caller.call(schedules.list, { query: { search: 'autis' } })).data).toHaveLength(1)
    expect((await caller.call(schedules.list, { query: { active: 1 } })).data).toHaveLength(0)
  })
  test.each([
    [{ recipients: ['', ' '] }, 'recipients'],
    [{ recipients: ['capo@aurora.example', 'nessuno'] }, 'recipients.1'],
    [{ hour: 24 }, 'hour'],
    [{ name: ' ' }, 'name'],
    [{ type: 'custom' as const }, 'services'],
    [{ type: 'custom' as const, services: 'eyegeo,nonsense' }, 'services'],
    [{ about: 'vehicle' as const }, 'vehicle_id'],
    [{ about: 'vehicle' as const, vehicle_id: 2_000_000_000 }, 'vehicle_id'],
    [{ about: 'fleet' as const, fleet_id: 2_000_000_000 }, 'fleet_id'],
  ])('%o is refused at %s [schedules.4]', async (some, field) => {
    const answer = await caller.call(schedules.create, { body: { ...scheduleForm, ...some } })
    expect([answer.status, Object.keys(answer.failure.data ?? {})]).toEqual([422, [field]])
  })
  test('is about a vehicle or a fleet of its own company, and keeps no other subject [schedules.3]', async () => {
    const vehicle = await app.make.vehicle(customer_id)
    const fleet = await app.make.fleet(customer_id, 'NORD', [vehicle.id])
    const foreign = await app.make.vehicle((await app.make.customer()).id)
    const one = await caller.call(schedules.create, {
      body: { ...scheduleForm, about: 'vehicle', vehicle_id: vehicle.id, fleet_id: fleet.id },
    })
    expect([one.data.vehicle_id, one.data.fleet_id, one.data.about_name]).toEqual([
      vehicle.id,
      null,
      vehicle.plate,
    ])
    const refusal = await caller.call(schedules.update, {
      params: { id: one.data.id },
      body: { about: 'fleet', fleet_id: fleet.id },
    })
    expect([refusal.data.vehicle_id, refusal.data.fleet_id, refusal.data.about_name]).toEqual([
      null,
      fleet.id,
      'NORD',
    ])
    expect(
      (
        await caller.call(schedules.create, {
          body: { ...scheduleForm, about: 'vehicle', vehicle_id: foreign.id },
        })
      ).status,
    ).toBe(422)
  })
  test('is refused beyond the number that a company may have', async () => {
    for (let i = 0; i < MAX_SCHEDULES; i++) await makeSchedule(app.ctx.db, customer_id, user.id)
    const answer = await caller.call(schedules.create, { body: scheduleForm })
    expect([answer.status, answer.failure.code]).toEqual([409, 'conflict'])
  })
  test('cannot be made, changed or started by a person who may only look [schedules.15]', async () => {
    const { id } = await makeSchedule(app.ctx.db, customer_id, user.id)
    const viewer = await app.as(await app.make.user(customer_id, 'view'))
    const answers = [
      await viewer.call(schedules.create, { body: scheduleForm }),
      await viewer.call(schedules.update, { params: { id }, body: { name: 'x' } }),
      await viewer.call(schedules.remove, { params: { id } }),
      await viewer.call(runSchedule, { params: { id } }),
    ]
    expect(answers.map(a => a.status)).toEqual([403, 403, 403, 403])
    expect((await viewer.call(scheduleRuns, {})).data).toHaveLength(1)
  })
})

describe('its turn', () => {
  test('is made once after days without a server, for the last turn alone [schedules.7]', async () => {
    await makeSchedule(app.ctx.db, customer_id, user.id, {
      type: 'drivers',
      since: new Date(NOON - 10 * DAY),
    })
    await turn(NOON)
    expect((await lastRuns())[0]?.runs.map(r => r.due_at)).toEqual(['2026-11-22T05:00:00.000Z'])
  })
  test('is made once by two workers at the same time [schedules.8]', async () => {
    await makeSchedule(app.ctx.db, customer_id, user.id, {
      type: 'drivers',
      since: new Date(NOON - DAY),
    })
    await Promise.all([turn(NOON), turn(NOON), turn(NOON)])
    expect((await caller.call(reports.list, { query: {} })).data).toHaveLength(1)
  })
  test('is not made while the schedule is off, and is not made up for when it is on again [schedules.9]', async () => {
    const { id } = await makeSchedule(app.ctx.db, customer_id, user.id, {
      type: 'drivers',
      active: false,
      since: new Date(NOON - DAY),
    })
    await turn(NOON)
    expect(await lastRuns()).toEqual([{ schedule_id: id, next_at: null, runs: [] }])
    await caller.call(schedules.update, { params: { id }, body: { active: 1 } })
    await turn(NOON)
    expect((await lastRuns())[0]).toEqual({
      schedule_id: id,
      next_at: '2026-11-23T05:00:00.000Z',
      runs: [],
    })
  })
  test('fails with a note in the list and to its maker when its vehicle or fleet is gone, while other schedules go on [schedules.12]', async () => {
    const vehicle = await app.make.vehicle(customer_id)
    const fleet = await app.make.fleet(customer_id, 'NORD', [vehicle.id])
    const since = new Date(NOON - DAY)
    const one = await makeSchedule(app.ctx.db, customer_id, user.id, {
      name: 'Uno',
      type: 'drivers',
      about: 'vehicle',
      vehicle_id: vehicle.id,
      since,
    })
    const schedule = await makeSchedule(app.ctx.db, customer_id, user.id, {
      name: 'Flotta',
      type: 'drivers',
      about: 'fleet',
      fleet_id: fleet.id,
      since,
    })
    const all = await makeSchedule(app.ctx.db, customer_id, user.id, {
      name: 'Tutti',
      type: 'drivers',
      since,
    })
    await app.ctx.pool.query('update vehicles set deleted_at = now() where id = $1', [vehicle.id])
    await app.ctx.pool.query('delete from fleets where id = $1', [fleet.id])
    await turn(NOON)
    const states = await lastRuns()
    const of_ = (id: number) =>
      states.find(s => s.schedule_id === id)?.runs.map(r => [r.state, r.error])
    expect([of_(one.id), of_(schedule.id), of_(all.id)]).toEqual([
      [['failed', 'Il mezzo non c’è più']],
      [['failed', 'La flotta non c’è più']],
      [['making', null]],
    ])
    const { data } = await caller.call(schedules.list, { query: {} })
    expect(data.map(s => [s.name, s.about, s.vehicle_id, s.fleet_id, s.about_name])).toEqual([
      ['Flotta', 'fleet', null, null, null],
      ['Tutti', 'all', null, null, null],
      ['Uno', 'vehicle', null, null, null],
    ])
    const messages = (await caller.call(inbox.list, { query: {} }, { language: 'en' })).data.map(
      n => [n.data.message, n.data.url],
    )
    expect(messages.toSorted()).toEqual([
      ['Scheduled report Flotta failed. The fleet is gone', '/reports/schedules'],
      ['Scheduled report Uno failed. The vehicle is gone', '/reports/schedules'],
    ])
  })
})

describe('once it is ready', () => {
  test('each address gets a mail of its own with the file and a link that opens it [schedules.10]', async () => {
    const recipients = ['capo@aurora.example', 'socio@altrove.example']
    await makeSchedule(app.ctx.db, customer_id, user.id, {
      name: 'Autisti',
      type: 'drivers',
      recipients,
      language: 'en',
      since: new Date(NOON - DAY),
    })
    await turn(NOON)
    await work()
    const mails = await mailsOf()
    expect(mails.map(m => [m.recipient, m.subject])).toEqual(
      recipients.map(address => [address, 'Autisti · 21/11/2026']),
    )
    for (const mail of mails) {
      expect(mail.name).toMatch(/\.xlsx$/)
      expect(mail.size).toBeGreaterThan(1_000)
      expect(mail.body).not.toContain(recipients.find(r => r !== mail.recipient))
    }
    const [, id, hash] = /\/reports\/(\d+)\/link\/([\w-]+)/.exec(mails[0]?.body ?? '') ?? []
    expect(
      (
        await app
          .with(null)
          .call(reportLink, { params: { id: Number(id), hash: String(hash) }, query: {} })
      ).status,
    ).toBe(200)
    expect((await lastRuns())[0]?.runs[0]).toMatchObject({
      state: 'sent',
      mails: recipients.map(recipient => ({ recipient, state: 'waiting' })),
    })
    // nothing is mailed twice
    await mailReady?.run(app.ctx)
    expect(await mailsOf()).toHaveLength(2)
  })
  test('an address that the mail server refuses appears beside the run [schedules.11]', async () => {
    await makeSchedule(app.ctx.db, customer_id, user.id, {
      type: 'drivers',
      recipients: ['a@x.example', 'b@x.example'],
      since: new Date(NOON - DAY),
    })
    await turn(NOON)
    await work()
    await app.ctx.pool.query(
      `update mails set failed_at = now(), fault = 'refused' where recipient = 'b@x.example'`,
    )
    await app.ctx.pool.query(`update mails set sent_at = now() where recipient = 'a@x.example'`)
    expect((await lastRuns())[0]?.runs[0]?.mails).toEqual([
      { recipient: 'a@x.example', state: 'sent' },
      { recipient: 'b@x.example', state: 'failed' },
    ])
  })
  test('a report of a fleet covers only its vehicles', async () => {
    const [inside, outside] = [
      await app.make.vehicle(customer_id),
      await app.make.vehicle(customer_id),
    ]
    const fleet = await app.make.fleet(customer_id, 'NORD', [inside.id])
    await makeSchedule(app.ctx.db, customer_id, user.id, {
      type: 'drivers',
      about: 'fleet',
      fleet_id: fleet.id,
      since: new Date(NOON - DAY),
    })
    await turn(NOON)
    await work()
    const { data } = await caller.call(reports.list, { query: {} })
    expect(data.map(r => r.vehicle)).toEqual(['NORD'])
    const { rows } = await app.ctx.pool.query<{ vehicle_ids: number[] }>(
      'select vehicle_ids from reports where customer_id = $1',
      [customer_id],
    )
    expect([rows[0]?.vehicle_ids, rows[0]?.vehicle_ids.includes(outside.id)]).toEqual([
      [inside.id],
      false,
    ])
  })
})

// these tests move the clock forward, and the limits of requests do not go back
describe('as time goes by', () => {
  test('a run whose report was removed or failed names the reason, and running it again makes the report anew', async () => {
    const { id } = await makeSchedule(app.ctx.db, customer_id, user.id, {
      type: 'drivers',
      since: new Date(NOON - DAY),
    })
    await turn(NOON)
    const report_id = (await lastRuns())[0]?.runs[0]?.report_id ?? 0
    await app.ctx.pool.query(
      'update reports set ready = 2, error = $2, ended_at = now() where id = $1',
      [report_id, 'Il disco è pieno'],
    )
    await mailReady?.run(app.ctx)
    expect((await lastRuns())[0]?.runs[0]).toMatchObject({
      state: 'failed',
      error: 'Il report non è stato generato. Il disco è pieno',
    })
    expect(await mailsOf()).toEqual([])
    await wait(NOON + HOUR)
    const again = await caller.call(runSchedule, { params: { id } })
    expect(again.data.runs.map(r => [r.due_at, r.state])).toEqual([
      ['2026-11-22T05:00:00.000Z', 'making'],
    ])
    expect(again.data.runs[0]?.report_id).not.toBe(report_id)
    // a second call during the run changes nothing
    expect((await caller.call(runSchedule, { params: { id } })).data).toEqual(again.data)
    await work()
    expect(await mailsOf()).toHaveLength(1)
    await app.ctx.pool.query('delete from reports where customer_id = $1', [customer_id])
    await caller.call(runSchedule, { params: { id } })
    await app.ctx.pool.query('delete from reports where customer_id = $1', [customer_id])
    await mailReady?.run(app.ctx)
    expect((await lastRuns())[0]?.runs[0]).toMatchObject({
      state: 'failed',
      error: 'Il report è stato eliminato',
    })
  })
  test('a schedule made at noon waits for the morning, covers the day before, and is made once [schedules.5]', async () => {
    const { id } = (await caller.call(schedules.create, { body: scheduleForm })).data
    expect(await lastRuns()).toEqual([
      { schedule_id: id, next_at: '2026-11-23T05:00:00.000Z', runs: [] },
    ])
    await turn('2026-11-23T04:59:00Z')
    expect((await lastRuns())[0]?.runs).toEqual([])
    await turn('2026-11-23T05:00:00Z')
    await turn('2026-11-23T05:01:00Z')
    const [state] = await lastRuns()
    expect(state?.runs).toEqual([
      {
        due_at: '2026-11-23T05:00:00.000Z',
        period_from: '2026-11-21T23:00:00.000Z',
        period_to: '2026-11-22T23:00:00.000Z',
        state: 'making',
        mails_at: null,
        error: null,
        report_id: expect.any(Number),
        mails: [],
      },
    ])
    const list = await caller.call(reports.list, { query: {} })
    expect(list.data.map(r => [r.type, r.requested_by, r.period_from, r.period_to])).toEqual([
      ['drivers', null, '2026-11-21T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
    ])
  })
})

describe('limits', () => {
  test('a person runs a schedule ten times an hour, one at a time [schedules.13]', async () => {
    const { id } = (await caller.call(schedules.create, { body: scheduleForm })).data
    const run = async () => (await caller.call(runSchedule, { params: { id } })).status
    const answers: number[] = []
    for (let i = 0; i < 12; i++) answers.push(await run())
    expect([answers.filter(s => s === 200).length, answers.filter(s => s === 429).length]).toEqual([
      10, 2,
    ])
    const { rows } = await app.ctx.pool.query(
      'select count(*)::int as n from reports where customer_id = $1',
      [customer_id],
    )
    expect(rows).toEqual([{ n: 1 }])
    // the run of the next day waits for the run that is being made
    await turn('2026-11-23T06:00:00Z')
    expect(
      (
        await app.ctx.pool.query(
          'select count(*)::int as n from report_schedule_runs where schedule_id = $1',
          [id],
        )
      ).rows,
    ).toEqual([{ n: 1 }])
  })
  test('mails beyond the hourly limit of a company go out later, and none is lost [schedules.14]', async () => {
    const smallApp = await testApp({ env: { FLOTTA_MAILS_PER_COMPANY: '3' } })
    try {
      const mine = await smallApp.make.customer()
      const user = await smallApp.make.user(mine.id, 'edit')
      const editor = await smallApp.as(user)
      const to = (name: string) => [1, 2].map(n => `${name}${n}@aurora.example`)
      for (const name of ['uno', 'due']) {
        const { id } = (
          await editor.call(schedules.create, {
            body: { ...scheduleForm, name, recipients: to(name) },
          })
        ).data
        await editor.call(runSchedule, { params: { id } })
      }
      const queue = await startQueue([{ tasks: [scheduledReportTask] }], smallApp.ctx)
      await vi.waitFor(async () =>
        expect(
          (await smallApp.ctx.pool.query('select 1 from reports where ready = 0')).rows,
        ).toEqual([]),
      )
      await queue.stop()
      const runAndCountMails = async () => {
        await mailReady?.run(smallApp.ctx)
        return (await smallApp.ctx.pool.query('select 1 from mails')).rowCount
      }
      expect([await runAndCountMails(), await runAndCountMails()]).toEqual([2, 2])
      const lastRuns = async () =>
        (await (await smallApp.as(user)).call(scheduleRuns, {})).data.map(({ runs }) => [
          runs[0]?.state,
          runs[0]?.mails_at,
        ])
      // three an hour: one is left after the first two, and another comes after twenty minutes
      const until = instantOf(smallApp.clock.now + HOUR / 3)
      expect(await lastRuns()).toEqual([
        ['sent', null],
        ['waiting', until],
      ])
      smallApp.clock.now += HOUR / 2
      expect(await runAndCountMails()).toBe(4)
      expect(await lastRuns()).toEqual([
        ['sent', null],
        ['sent', null],
      ])
    } finally {
      await smallApp.close()
    }
  })
})
