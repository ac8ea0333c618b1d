// The doctor examines real things: a new database, a port in use, and a mail server and a certificate that do not exist.

import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productDatabase } from '@flotta/features/testing/database.ts'
import { connectNats } from '@flotta/platform/bus/connection.ts'
import { natsBus } from '@flotta/platform/bus.nats.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { startNats } from '@flotta/platform/testing.nats.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import { expect, test } from 'vitest'
import { anyDevicePorts } from '../bench/ports.ts'
import { lookAt } from './look.ts'

test('what there is, is seen; what is not there, is said [installation.53]', async () => {
  const database = await productDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'flotta-doctor-'))
  const otherServer = createServer()
  await new Promise<void>(resolve => otherServer.listen(0, '127.0.0.1', resolve))
  const { port } = otherServer.address() as AddressInfo
  const env = {
    DATABASE_URL: database.url,
    FLOTTA_DATA_DIR: dir,
    FLOTTA_HTTP_PORT: '0',
    ...anyDevicePorts,
    FLOTTA_METRICS_PORT: String(port),
    SMTP_URL: 'smtp://127.0.0.1:1',
    NATS_URL: 'nats://127.0.0.1:1',
    FLOTTA_TELTONIKA_TLS_PORT: '0',
    FLOTTA_GATEWAY_TLS_CERT: join(dir, 'none.pem'),
    FLOTTA_GATEWAY_TLS_KEY: join(dir, 'none.pem'),
    FLOTTA_NO_SETTING: '1',
    FLOTTA_MAP_STYLE: join(dir, 'none.pmtiles'),
    FLOTTA_GEOCODER_URL: 'http://127.0.0.1:1',
    FLOTTA_ROUTER_URL: `http://127.0.0.1:${port}/route/v1/driving`,
  }
  otherServer.on('connection', socket => socket.destroy())
  try {
    expect(await lookAt(readConfig(env), env)).toMatchObject({
      node: process.versions.node,
      unknown_settings: ['FLOTTA_NO_SETTING'],
      running: false,
      ports: [{ setting: 'FLOTTA_METRICS_PORT', port, error: 'EADDRINUSE' }],
      data_dir: { path: dir, free: expect.any(Number) },
      certificates: [
        {
          setting: 'FLOTTA_GATEWAY_TLS_CERT',
          ends_in: { error: expect.stringContaining('none.pem') },
        },
      ],
      mail: { error: expect.stringMatching(/ECONNREFUSED/) },
      sms: null,
      providers: expect.arrayContaining([
        {
          name: 'map',
          setting: 'FLOTTA_MAP_STYLE',
          wrong: `there is no file ${join(dir, 'none.pmtiles')}`,
        },
        {
          name: 'geocoder',
          setting: 'FLOTTA_GEOCODER_URL',
          wrong: expect.stringMatching(/^127\.0\.0\.1:1 does not answer/),
        },
        {
          name: 'router',
          setting: 'FLOTTA_ROUTER_URL',
          wrong: expect.stringMatching(/does not answer \(/),
        },
      ]),
      nats: { error: expect.stringContaining('nobody answers') },
      database: {
        clock: expect.any(Number),
        schema: null,
        stored: {
          tasks_failed: 0,
          task_late: 0,
          replay_oldest: 0,
          quarantined_today: 0,
          gateways: [],
          backup_age: null,
          register_overdue: 0,
          packs_damaged: [],
          audits_broken: [],
          webhooks_failing: [],
          alternating: [],
        },
      },
    })
    expect(
      await lookAt(readConfig({ ...env, DATABASE_URL: 'postgres://127.0.0.1:1/none' }), env),
    ).toMatchObject({
      database: { error: expect.stringMatching(/ECONNREFUSED/) },
    })
  } finally {
    await new Promise(resolve => otherServer.close(resolve))
    await rm(dir, { recursive: true })
    await database.close()
  }
})

test.skipIf(findTool('nats-server') === undefined)(
  'the processes on NATS are listed, those of another cluster are not',
  async () => {
    const nats = await startNats()
    const dir = await mkdtemp(join(tmpdir(), 'flotta-doctor-'))
    const joined = async (cluster: string, instance: string, version: string) =>
      natsBus({
        connection: await connectNats({ ...nats.choice, name: instance, note: () => {} }),
        cluster,
        self: { instance, roles: ['worker'], version },
      })
    const buses = [
      await joined('flotta', 'b', '1.1.0'),
      await joined('flotta', 'a', '1.2.0'),
      await joined('other', 'c', '1.2.0'),
    ]
    try {
      const env = {
        DATABASE_URL: 'postgres://127.0.0.1:1/none',
        NATS_URL: nats.url,
        FLOTTA_DATA_DIR: dir,
        FLOTTA_HTTP_PORT: '0',
        ...anyDevicePorts,
      }
      const { nats: found } = await lookAt(readConfig(env), env)
      const one = { roles: ['worker'], up: expect.any(Number), clock: expect.closeTo(0, 0) }
      expect(found).toEqual({
        ms: expect.any(Number),
        members: [
          { ...one, instance: 'a', version: '1.2.0' },
          { ...one, instance: 'b', version: '1.1.0' },
        ],
      })
    } finally {
      await Promise.all(buses.map(bus => bus.close()))
      await nats.stop()
      await rm(dir, { recursive: true })
    }
  },
)
