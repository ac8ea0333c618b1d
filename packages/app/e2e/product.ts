// What the journeys share: the running product, its command line, a device of our own, and a watch over the page's errors.
import { execFile } from 'node:child_process'
import net from 'node:net'
import { promisify } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test as plain } from '@playwright/test'

const run = promisify(execFile)
export const demo = { email: 'demo@flotta.example', password: 'Flotta-2026' }

/** A command of the provider against the running server's database; its record. */
export async function flotta<T>(...args: readonly string[]): Promise<T> {
  const { stdout } = await run(process.execPath, ['dist/server/cli.js', ...args, '--json'])
  return JSON.parse(stdout) as T
}

interface Watch {
  /** Errors that belong to what the test does to the page. */
  expect(pattern: RegExp): void
}
/** Fails a test whose page logs an error or throws. */
export const test = plain.extend<{ watched: Watch }>({
  watched: [
    async ({ page }, use) => {
      const faults: string[] = []
      const expected: RegExp[] = []
      page.on('pageerror', error => faults.push(error.stack ?? String(error)))
      page.on('console', message => {
        // the browser itself reports each refused call (wrong password, no session yet); the screens say it to the person
        if (message.type() === 'error' && !/status of (401|404|422|423|429)/.test(message.text())) faults.push(`${message.text()} (${message.location().url})`)
      })
      await use({ expect: pattern => expected.push(pattern) })
      expect(faults.filter(fault => !expected.some(pattern => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
})

export async function signIn(page: Page, { email, password }: { readonly email: string; readonly password: string } = demo): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
  await expect(page).toHaveURL(/\/global-map/)
}

/** Resolves when the map is drawn. */
export async function mapDrawn(page: Page): Promise<void> {
  await expect(page.locator('section.flotta-map[data-up="true"]')).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()
}

/** Nothing serious or critical, in the reader's way or not. */
export async function accessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).exclude('.maplibregl-ctrl-attrib').analyze()
  expect(
    violations.filter(v => v.impact === 'serious' || v.impact === 'critical').map(v => `${where}: ${v.id} ${v.nodes.map(n => n.target.join(' ')).join(', ')}`),
  ).toEqual([])
}

interface Point {
  readonly latitude: number
  readonly longitude: number
  readonly speed: number
  readonly ignition?: boolean
}
/** A tracker over a real connection: signs in, sends codec 8 records one packet at a time, waits for each acknowledgement. */
export class Tracker {
  readonly #socket: net.Socket
  #waiting: ((bytes: Buffer) => void) | undefined

  private constructor(socket: net.Socket) {
    this.#socket = socket
    socket.on('data', bytes => this.#waiting?.(bytes))
  }
  static async signedIn(imei: string): Promise<Tracker> {
    const socket = net.connect(Number(process.env.E2E_TELTONIKA_PORT), '127.0.0.1')
    const tracker = new Tracker(socket)
    const answer = await tracker.#ask(Buffer.concat([Buffer.from([0, 15]), Buffer.from(imei)]))
    expect(answer.toString('hex')).toBe('01')
    return tracker
  }
  async send(at: number, { latitude, longitude, speed, ignition = true }: Point): Promise<void> {
    const record = Buffer.alloc(24)
    record.writeBigUInt64BE(BigInt(at), 0)
    record.writeInt32BE(Math.round(longitude * 1e7), 9)
    record.writeInt32BE(Math.round(latitude * 1e7), 13)
    record.writeInt16BE(120, 17)
    record.writeUInt16BE(90, 19)
    record.writeUInt8(11, 21)
    record.writeUInt16BE(speed, 22)
    const voltage = Buffer.from([66, 0, 0])
    voltage.writeUInt16BE(27_400, 1)
    const io = Buffer.concat([Buffer.from([0, 3, 2, 239, ignition ? 1 : 0, 240, speed > 0 ? 1 : 0, 1]), voltage, Buffer.from([0, 0])])
    const data = Buffer.concat([Buffer.from([8, 1]), record, io, Buffer.from([1])])
    const frame = Buffer.alloc(8 + data.length + 4)
    frame.writeUInt32BE(data.length, 4)
    data.copy(frame, 8)
    frame.writeUInt32BE(crc16(data), 8 + data.length)
    expect((await this.#ask(frame)).toString('hex')).toBe('00000001')
  }
  leave(): void {
    this.#socket.destroy()
  }
  #ask(bytes: Buffer): Promise<Buffer> {
    return new Promise((done, fail) => {
      this.#socket.removeAllListeners('error').once('error', fail)
      this.#waiting = done
      this.#socket.write(bytes)
    })
  }
}

function crc16(data: Uint8Array): number {
  let crc = 0
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}
