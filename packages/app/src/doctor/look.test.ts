// The doctor's look at real things: a database that was just made, a port that is held, a mail server and a certificate that are not there.
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productDatabase } from '@flotta/features/testing-database.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { expect, test } from 'vitest'
import { lookAt } from './look.ts'

test('what there is, is seen; what is not there, is said', async () => {
  const database = await productDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'flotta-doctor-'))
  const other = createServer()
  await new Promise<void>(done => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  const env = {
    DATABASE_URL: database.url,
    FLOTTA_DATA_DIR: dir,
    FLOTTA_HTTP_PORT: '0',
    FLOTTA_TELTONIKA_PORT: '0',
    FLOTTA_METRICS_PORT: String(port),
    SMTP_URL: 'smtp://127.0.0.1:1',
    NATS_URL: 'nats://127.0.0.1:1',
    FLOTTA_TELTONIKA_TLS_PORT: '0',
    FLOTTA_GATEWAY_TLS_CERT: join(dir, 'none.pem'),
    FLOTTA_GATEWAY_TLS_KEY: join(dir, 'none.pem'),
    FLOTTA_NO_SETTING: '1',
  }
  other.on('connection', socket => socket.destroy())
  try {
    expect(await lookAt(readConfig(env), env)).toMatchObject({
      node: process.versions.node,
      unknown_settings: ['FLOTTA_NO_SETTING'],
      running: false,
      ports: [{ setting: 'FLOTTA_METRICS_PORT', port, error: 'EADDRINUSE' }],
      data_dir: { path: dir, free: expect.any(Number) },
      certificates: [{ setting: 'FLOTTA_GATEWAY_TLS_CERT', ends_in: { error: expect.stringContaining('none.pem') } }],
      mail: { error: expect.stringMatching(/ECONNREFUSED/) },
      sms: null,
      nats: { error: expect.stringContaining('nobody answers') },
      database: {
        clock: expect.any(Number),
        schema: null,
        stored: { tasks_failed: 0, task_late: 0, replay_oldest: 0, quarantined_today: 0, gateways: [], backup_age: null, register_overdue: 0 },
      },
    })
    expect(await lookAt(readConfig({ ...env, DATABASE_URL: 'postgres://127.0.0.1:1/none' }), env)).toMatchObject({
      database: { error: expect.stringMatching(/ECONNREFUSED/) },
    })
  } finally {
    await new Promise(done => other.close(done))
    await rm(dir, { recursive: true })
    await database.close()
  }
})
