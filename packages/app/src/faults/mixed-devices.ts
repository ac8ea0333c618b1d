// Trackers of every protocol that keep a list of acknowledged records; they reconnect whenever they are disconnected, and send again what was not
// acknowledged.
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceSide, Saying } from '@flotta/protocols/device-side.ts'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { drive, nameOf } from '../bench/drive.ts'
import { imeiOf } from '../bench/traffic.ts'

/** Codec JSON over a broker, a protocol of Teltonika. */
export const BY_BROKER = 'teltonika'

export interface MixedOptions {
  /** The port that all protocols share. */
  readonly port: number
  /** The address of the broker with the devices' account; null: there is no broker. */
  readonly broker: string | null
  /** The protocol of the tracker with each index. */
  readonly protocols: readonly string[]
  readonly from: number
  readonly step: number
}
export interface MixedDevices {
  /** Times of the records of each tracker, epoch ms: of all sent, and of the acknowledged ones. */
  readonly sent: readonly (readonly number[])[]
  readonly acknowledged: readonly (readonly number[])[]
  readonly acknowledgements: number
  /** Stops making new records; resolves once the last one of every tracker is acknowledged. */
  finish(): Promise<void>
  stop(): void
}

export function startMixedDevices(options: MixedOptions): MixedDevices {
  const { protocols, from, step } = options
  const sentTimes = protocols.map((): number[] => [])
  const acknowledged = protocols.map((): number[] => [])
  let isSending = true
  let isStopped = false
  const open = new Set<{ destroy(): void }>()

  const run = async (index: number): Promise<void> => {
    const protocol = protocols[index] ?? ''
    const line = drive(index, from, step)
    const way =
      protocol === BY_BROKER
        ? brokerWay(options.broker ?? '', index, open)
        : socketWay(options.port, protocol, index, open)
    while (isSending && !isStopped) {
      const record = line()
      sentTimes[index]?.push(record.at)
      const deliver = way(record)
      while (!isStopped && !(await deliver())) await pause(50 + (index % 50))
      if (!isStopped) acknowledged[index]?.push(record.at)
      await pause(2)
    }
  }
  const all = Promise.all(protocols.map((_, index) => run(index)))
  return {
    sent: sentTimes,
    acknowledged,
    get acknowledgements() {
      return acknowledged.reduce((sum, { length }) => sum + length, 0)
    },
    async finish() {
      isSending = false
      await all
    },
    stop() {
      isStopped = true
      for (const each of open) each.destroy()
    },
  }
}

type Record = ReturnType<ReturnType<typeof drive>>
/** Makes the function that delivers a record; each call is one attempt, and true means that the record was acknowledged. */
type Way = (record: Record) => () => Promise<boolean>

function socketWay(
  port: number,
  protocol: string,
  index: number,
  open: Set<{ destroy(): void }>,
): Way {
  const side = deviceSides.get(protocol)
  if (side === undefined) throw new Error(`there is no other end of ${protocol}`)
  const name = nameOf(index, protocol)
  let serial = 0
  let session: Ask | null = null
  return record => {
    // A repeat is the same frame with the same number.
    const saying = side.record(name, record, ++serial)
    return async () => {
      session ??= await connect(port, side, name, () => ++serial, open)
      if (session === null) return false
      if (await session(saying)) return true
      session = null
      return false
    }
  }
}

/** True once the answer has arrived, false when the connection ended before. */
type Ask = (saying: Saying) => Promise<boolean>

async function connect(
  port: number,
  side: DeviceSide,
  name: string,
  serial: () => number,
  open: Set<{ destroy(): void }>,
): Promise<Ask | null> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  open.add(socket)
  let answerText = ''
  let isDue = (): boolean => false
  let settle: (isAnswered: boolean) => void = () => {}
  socket.on('data', bytes => {
    answerText += bytes.toString('latin1')
    if (isDue()) settle(true)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    open.delete(socket)
    settle(false)
  })
  const isConnected = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    once(socket, 'close').then(() => false),
  ])
  if (!isConnected) return null
  const ask: Ask = ({ bytes, answer }) =>
    new Promise(resolve => {
      if (socket.destroyed) return resolve(false)
      answerText = ''
      isDue = () => answer.test(answerText)
      settle = isAnswered => {
        isDue = () => false
        settle = () => {}
        if (!isAnswered) socket.destroy()
        resolve(isAnswered)
      }
      socket.write(bytes)
    })
  const login = side.signIn?.(name, serial())
  if (login !== undefined && !(await ask(login))) return null
  return ask
}

/** The broker's acknowledgement counts: from then on the broker must deliver the message. */
function brokerWay(url: string, index: number, open: Set<{ destroy(): void }>): Way {
  const imei = imeiOf(index)
  const client: MqttClient = mqtt.connect(url, {
    clientId: imei,
    clean: false,
    reconnectPeriod: 100,
    protocolVersion: 4,
  })
  client.on('error', () => {})
  open.add({ destroy: () => void client.end(true) })
  return ({ at, fix }) => {
    const reported = {
      ts: at,
      pr: 0,
      latlng: `${fix.latitude_e7 / 1e7},${fix.longitude_e7 / 1e7}`,
      alt: fix.altitude,
      ang: fix.direction,
      sat: fix.satellites,
      sp: fix.speed,
      evt: 0,
      239: 1,
    }
    const message = JSON.stringify({ state: { reported } })
    return () =>
      client.publishAsync(`${imei}/data`, message, { qos: 1 }).then(
        () => true,
        () => false,
      )
  }
}
