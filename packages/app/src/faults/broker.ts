// Starts a Mosquitto for one test, with accounts and a persistent store, also over TLS. The test can kill it and start it again.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@flotta/platform/postgres.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import { until } from '../bench/harness.ts'

export const isMosquittoInstalled =
  spawnSync('mosquitto', ['-h'], { stdio: 'ignore' }).error === undefined
const openssl = findTool('openssl')
export const canMakeCertificates = openssl !== undefined

export interface Broker {
  /** With the account of the server. */
  readonly url: string
  /** With the account of devices. */
  readonly deviceUrl: string
  /** File of the certificate that a client must trust; undefined without TLS. */
  readonly ca: string | undefined
  kill(signal: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  /** Makes it write its state to the disk now. */
  save(): Promise<void>
  /** Kills it and removes its store. */
  remove(): Promise<void>
}

/**
 * @param isPersistent it writes waiting messages to the disk after each change, as the manual recommends; otherwise it forgets everything when its
 * process ends
 */
export async function makeBroker({ tls = false, isPersistent = true } = {}): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'flotta-broker-'))
  const port = await freePort()
  const passwords = join(folder, 'passwords')
  writeFileSync(passwords, 'flotta:Sesamo1\ntracker:Sesamo2\n')
  spawnSync('mosquitto_passwd', ['-U', passwords])
  if (tls) makeCertificate(folder)
  const pathOf = (name: string) => join(folder, name)
  writeFileSync(
    pathOf('mosquitto.conf'),
    [
      `listener ${port} 127.0.0.1`,
      ...(tls ? [`certfile ${pathOf('cert.pem')}`, `keyfile ${pathOf('key.pem')}`] : []),
      'allow_anonymous false',
      `password_file ${passwords}`,
      'user root',
      'max_queued_messages 0',
      ...(isPersistent
        ? [
            'persistence true',
            `persistence_location ${folder}/`,
            'autosave_on_changes true',
            'autosave_interval 1',
          ]
        : ['persistence false']),
      '',
    ].join('\n'),
  )
  let broker: ChildProcess | undefined
  const kill = async (signal: NodeJS.Signals) => {
    if (broker === undefined || broker.exitCode !== null || broker.signalCode !== null) return
    const exit = once(broker, 'exit')
    broker.kill(signal)
    await exit
  }
  const start = async () => {
    broker = spawn('mosquitto', ['-c', pathOf('mosquitto.conf')], { stdio: 'ignore' })
    await until('the broker', () => listens(port), { every: 50 })
  }
  const save = async () => {
    const savedAt = () => statSync(pathOf('mosquitto.db'), { throwIfNoEntry: false })?.mtimeMs ?? 0
    const before = savedAt()
    broker?.kill('SIGUSR1')
    await until('the store of the broker', async () => savedAt() > before, { every: 20 })
  }
  await start()
  const address = `${tls ? 'localhost' : '127.0.0.1'}:${port}`
  const scheme = tls ? 'mqtts' : 'mqtt'
  return {
    url: `${scheme}://flotta:Sesamo1@${address}`,
    deviceUrl: `${scheme}://tracker:Sesamo2@${address}`,
    ca: tls ? pathOf('cert.pem') : undefined,
    kill,
    start,
    save,
    async remove() {
      await kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = net.connect({ port, host: '127.0.0.1' })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

function makeCertificate(folder: string): void {
  const args =
    'req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem'
  execFileSync(openssl ?? '', args.split(' '), { cwd: folder, stdio: 'ignore' })
}
