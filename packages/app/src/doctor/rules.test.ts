// The findings of the doctor for the states of an installation.

import { type Language, languages } from '@flotta/core/languages.ts'
import { loadSay } from '@flotta/features/texts/texts.ts'
import { type FindingLine, lineOf, type State } from '@flotta/platform/finding.ts'
import { expect, test } from 'vitest'
import { doctorLines } from './doctor.ts'
import type { DatabaseState, Nats, NatsMember, Observations } from './observations.ts'
import { exitCode, findings } from './rules.ts'

const [HOUR, DAY] = [3_600, 86_400]
const database: DatabaseState = {
  standbys: [],
  tasks_failed: 0,
  task_late: 0,
  replay_oldest: 0,
  quarantined_today: 0,
  gateways: [{ name: 'a', silent: 1 }],
  backup_age: HOUR,
  register_overdue: 0,
  packs_damaged: [],
  audits_broken: [],
  webhooks_failing: [],
  alternating: [],
}
const well: Observations = {
  node: '20.19.0',
  unknown_settings: [],
  public_url: 'https://fleet.example.com',
  open: true,
  trusted_proxies: 1,
  running: true,
  ports: [{ setting: 'FLOTTA_HTTP_PORT', port: 8080, error: 'EADDRINUSE' }],
  data_dir: { path: '/data', free: 60e9, size: 100e9 },
  certificates: [{ setting: 'FLOTTA_GATEWAY_TLS_CERT', ends_in: 60 * DAY }],
  mail: true,
  sms: true,
  providers: [{ name: 'map_dark', setting: 'FLOTTA_MAP_STYLE_DARK', wrong: null }],
  nats: {
    ms: 1,
    members: [
      { instance: 'a', roles: ['gateway', 'worker'], version: '1.2.0', up: 60, clock: 0.02 },
      { instance: 'b', roles: ['api'], version: '1.2.0', up: 60, clock: null },
    ],
  },
  database: {
    server: { version: 170_002, encoding: 'UTF8' },
    clock: 0.01,
    schema: null,
    stored: database,
  },
}
const members = (well.nats as Nats).members
const natsMember = (part: Partial<NatsMember>): NatsMember => ({
  instance: 'c',
  roles: ['worker'],
  version: '1.2.0',
  up: 5,
  clock: 0,
  ...part,
})
const inside = (part: Partial<DatabaseState>): Observations => ({
  ...well,
  database: {
    server: { version: 170_002, encoding: 'UTF8' },
    clock: 0,
    schema: null,
    stored: { ...database, ...part },
  },
})
const say = await loadSay()
const lines = (observations: Observations, language: Language = 'en'): FindingLine[] =>
  findings(observations).map(finding => lineOf(finding, words => say(language, words)))
const wrong = (observations: Observations): FindingLine[] =>
  lines(observations).filter(f => f.state !== 'ok')

test('a healthy installation has only findings that are ok and ask for nothing', () => {
  expect(wrong(well)).toEqual([])
  expect(findings(well).every(f => f.do === null)).toBe(true)
  expect(exitCode(findings(well))).toBe(0)
})

test.each<[string, Observations, State, string, RegExp]>([
  [
    'two connections that claimed to be one device',
    inside({
      alternating: [
        {
          device_id: 7,
          imei: '350000000000001',
          plate: 'AB123CD',
          ago: 600,
          addresses: ['10.0.0.1', '203.0.113.7'],
        },
      ],
    }),
    'warn',
    'devices',
    /device 7 \(350000000000001, AB123CD\), 10 min ago, from 10\.0\.0\.1 and 203\.0\.113\.7/,
  ],
  [
    'a packed day that has changed',
    inside({
      packs_damaged: [
        { series: 'positions', vehicle_id: 7, kind: '', day: '2026-11-01' },
        { series: 'readings', vehicle_id: 7, kind: 'power', day: '2026-11-01' },
      ],
    }),
    'fail',
    'packed days',
    /changed in 2 of them \(vehicle 7, 2026-11-01: positions; vehicle 7, 2026-11-01: power\)/,
  ],
  [
    'an audit trail with a row that was changed [privacy.34]',
    inside({ audits_broken: [{ customer_id: 3, kind: 'changed', number: 17 }] }),
    'fail',
    'audit trail',
    /company 3: row 17 was changed/,
  ],
  [
    'a web hook that takes nothing',
    inside({
      webhooks_failing: [{ id: 3, host: 'tms.example', company: 'Aurora', failing: 7_200 }],
    }),
    'warn',
    'web hooks',
    /tms\.example \(hook 3 of Aurora\) has taken nothing for 2 h/,
  ],
  [
    'a web hook that was switched off',
    inside({
      webhooks_failing: [{ id: 3, host: 'tms.example', company: 'Aurora', failing: null }],
    }),
    'warn',
    'web hooks',
    /tms\.example \(hook 3 of Aurora\) was switched off/,
  ],
  ['an old Node', { ...well, node: '20.18.1' }, 'fail', 'node', /20\.18\.1/],
  [
    'a misspelt setting',
    { ...well, unknown_settings: ['FLOTTA_PROT'] },
    'warn',
    'settings',
    /FLOTTA_PROT/,
  ],
  [
    'links that nobody else reaches',
    { ...well, public_url: 'http://localhost:8080' },
    'warn',
    'public URL',
    /nobody else/,
  ],
  [
    'a public address without encryption',
    { ...well, public_url: 'http://fleet.example.com' },
    'warn',
    'public URL',
    /not encrypted/,
  ],
  [
    'a proxy that is not trusted',
    { ...well, trusted_proxies: 0 },
    'warn',
    'trusted proxies',
    /one address/,
  ],
  [
    'a port that another program holds',
    { ...well, running: false },
    'fail',
    'ports',
    /8080 is used by another program/,
  ],
  [
    'a port that is not ours to use',
    { ...well, ports: [{ setting: 'FLOTTA_HTTP_PORT', port: 80, error: 'EACCES' }] },
    'fail',
    'ports',
    /80 cannot be used: EACCES/,
  ],
  [
    'a directory of somebody else',
    { ...well, data_dir: { error: '/data cannot be written' } },
    'fail',
    'data directory',
    /cannot be written/,
  ],
  [
    'a disk with little left',
    { ...well, data_dir: { path: '/data', free: 9e9, size: 100e9 } },
    'warn',
    'disk',
    /9\.0 GB/,
  ],
  [
    'a full disk',
    { ...well, data_dir: { path: '/data', free: 0.5e9, size: 1e9 } },
    'fail',
    'disk',
    /0\.5 GB/,
  ],
  [
    'a certificate that is about to end',
    { ...well, certificates: [{ setting: 'NATS_CERT', ends_in: 14 * DAY }] },
    'warn',
    'certificates',
    /NATS_CERT ends in 14 days/,
  ],
  [
    'a certificate that has ended',
    { ...well, certificates: [{ setting: 'NATS_CERT', ends_in: -3 * DAY }] },
    'fail',
    'certificates',
    /ended 3 days ago/,
  ],
  [
    'a certificate that cannot be read',
    { ...well, certificates: [{ setting: 'NATS_CERT', ends_in: { error: 'ENOENT' } }] },
    'fail',
    'certificates',
    /ENOENT/,
  ],
  ['no mail server', { ...well, mail: null }, 'warn', 'mail', /kept in the outbox/],
  [
    'a mail server that refuses',
    { ...well, mail: { error: 'Invalid login' } },
    'fail',
    'mail',
    /Invalid login/,
  ],
  [
    'an SMS provider that is away',
    { ...well, sms: { error: 'ECONNREFUSED' } },
    'fail',
    'SMS',
    /ECONNREFUSED/,
  ],
  [
    'a router that does not answer',
    {
      ...well,
      providers: [
        {
          name: 'router',
          setting: 'FLOTTA_ROUTER_URL',
          wrong: 'router.example does not answer (ECONNREFUSED)',
        },
      ],
    },
    'fail',
    'router',
    /^FLOTTA_ROUTER_URL: router\.example does not answer \(ECONNREFUSED\)$/,
  ],
  [
    'a NATS that is away',
    { ...well, nats: { error: 'nobody answers' } },
    'fail',
    'NATS',
    /nobody answers/,
  ],
  ['a NATS that is far', { ...well, nats: { ms: 180, members } }, 'warn', 'NATS', /180 ms/],
  [
    'a role that nobody has',
    { ...well, nats: { ms: 1, members: members.filter(m => m.instance === 'a') } },
    'warn',
    'processes',
    /none has the role api/,
  ],
  [
    'a second version',
    { ...well, nats: { ms: 1, members: [...members, natsMember({ version: '1.1.0' })] } },
    'warn',
    'versions',
    /^1\.1\.0 \(c\) beside 1\.2\.0 \(a, b\)$/,
  ],
  [
    'a process whose clock is wrong',
    { ...well, nats: { ms: 1, members: [...members, natsMember({ clock: -3 })] } },
    'warn',
    'clock',
    /c’s is 3 s behind the database’s/,
  ],
  [
    'this machine’s clock, not that of a process beside the database',
    {
      ...well,
      nats: { ms: 1, members: [natsMember({ roles: ['gateway', 'worker', 'api'], clock: 8 })] },
      database: {
        server: { version: 170_002, encoding: 'UTF8' },
        clock: 8,
        schema: null,
        stored: database,
      },
    },
    'fail',
    'clock',
    /^this machine’s is 8 s behind the database’s/,
  ],
  [
    'a database that is away',
    { ...well, database: { error: 'connect ECONNREFUSED' } },
    'fail',
    'database',
    /ECONNREFUSED/,
  ],
  [
    'an old PostgreSQL',
    {
      ...well,
      database: {
        server: { version: 140_009, encoding: 'UTF8' },
        clock: 0,
        schema: null,
        stored: database,
      },
    },
    'fail',
    'database',
    /PostgreSQL 14/,
  ],
  [
    'a database that does not keep Unicode',
    {
      ...well,
      database: {
        server: { version: 170_002, encoding: 'SQL_ASCII' },
        clock: 0,
        schema: null,
        stored: database,
      },
    },
    'fail',
    'database',
    /its encoding is SQL_ASCII/,
  ],
  [
    'a clock that is wrong',
    {
      ...well,
      nats: null,
      database: {
        server: { version: 170_002, encoding: 'UTF8' },
        clock: 90,
        schema: null,
        stored: database,
      },
    },
    'fail',
    'clock',
    /90 s behind/,
  ],
  [
    'a schema of another version',
    {
      ...well,
      database: {
        server: { version: 170_002, encoding: 'UTF8' },
        clock: 0,
        schema: 'an older one',
        stored: null,
      },
    },
    'fail',
    'migrations',
    /an older one/,
  ],
  [
    'a standby that does not stream',
    inside({ standbys: [{ name: 'b', state: 'catchup', sync: 'sync' }] }),
    'warn',
    'replication',
    /b: catchup/,
  ],
  [
    'no synchronous standby',
    inside({ standbys: [{ name: 'b', state: 'streaming', sync: 'async' }] }),
    'warn',
    'replication',
    /may be lost/,
  ],
  ['failed tasks', inside({ tasks_failed: 3 }), 'warn', 'tasks', /3 failed/],
  [
    'work that nobody takes',
    inside({ task_late: 7 * HOUR }),
    'fail',
    'tasks',
    /7 h after its time/,
  ],
  ['a replay that waits', inside({ replay_oldest: HOUR }), 'warn', 'replays', /60 min/],
  ['a quarantine that grows', inside({ quarantined_today: 5_000 }), 'warn', 'quarantine', /5000/],
  ['no gateway', inside({ gateways: [] }), 'warn', 'gateways', /none/],
  [
    'a gateway that is silent',
    inside({ gateways: [{ name: 'b', silent: 60 }] }),
    'warn',
    'gateways',
    /b said nothing for 60 s/,
  ],
  ['no backup', inside({ backup_age: null }), 'warn', 'backup', /none was ever made/],
  ['an old backup', inside({ backup_age: 8 * DAY }), 'fail', 'backup', /8 days/],
  ['an unsigned page', inside({ register_overdue: 10 * HOUR }), 'warn', 'register', /10 h ago/],
])('%s is named with what to do', (_, observations, state, check, says) => {
  const [first, ...others] = wrong(observations)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    state,
    check,
    says: expect.stringMatching(says),
    do: expect.stringMatching(/\w/),
  })
  expect(exitCode(findings(observations))).toBe(state === 'fail' ? 1 : 0)
})

test('each finding is one line', () => {
  expect(doctorLines(lines({ ...well, node: '18.0.0' })).split('\n')).toHaveLength(
    findings(well).length,
  )
  expect(doctorLines(wrong({ ...well, node: '18.0.0' }))).toBe(
    'fail  node  Node.js 18.0.0. Install Node 20.19, 22.13 or newer',
  )
})

test.each(languages)(
  'all is said in %s, with every value in its place [installation.87]',
  language => {
    const silent = { name: 'b', silent: 60 }
    const worst = inside({
      standbys: [{ name: 'b', state: 'catchup', sync: 'async' }],
      task_late: HOUR,
      replay_oldest: 5 * DAY,
      gateways: [silent],
      backup_age: 8 * DAY,
      register_overdue: 4 * DAY,
      webhooks_failing: [{ id: 3, host: 'tms.example', company: 'Aurora', failing: 7_200 }],
      alternating: [
        { device_id: 7, imei: '35', plate: null, ago: 600, addresses: ['192.0.2.1', '192.0.2.2'] },
      ],
    })
    const findingLines = [well, { ...worst, mail: null, sms: null, node: '18.0.0' }].flatMap(
      observations => lines(observations, language),
    )
    const texts = findingLines.flatMap(line => [line.check, line.says, line.do ?? ''])
    expect(texts.filter(text => /\{\{|operation\.|\[object/.test(text))).toEqual([])
  },
)
