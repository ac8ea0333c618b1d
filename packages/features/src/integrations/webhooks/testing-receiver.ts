// A receiver of web hooks for tests: a real HTTP server that checks every signature and answers as the test says.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HookCall {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: {
    readonly type: string
    readonly timestamp: string
    readonly data: Readonly<Record<string, unknown>> & {
      readonly vehicle: { readonly id: number; readonly plate: string } | null
    }
  }
  readonly text: string
}
export type Answering = (received: HookCall, response: ServerResponse) => void
export interface Receiver {
  readonly url: string
  /** All received calls, even refused ones. */
  readonly received: HookCall[]
  /** Its answer from now on. */
  answer: Answering
  close(): Promise<void>
}

export const taking: Answering = (_, response) => void response.writeHead(204).end()
export const refusing =
  (status: number): Answering =>
  (_, response) =>
    void response.writeHead(status).end(`no: ${status}`)

export async function openReceiver(): Promise<Receiver> {
  const received: HookCall[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { headers } = request
      const one = { id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) }
      received.push(one)
      receiver.answer(one, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: taking,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return receiver
}

/** Whether one of the signatures was made with the secret, as the documentation tells receivers to check. */
export function isSignedWith(secret: string, { headers, text }: HookCall): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const expected = createHmac('sha256', key).update(signed).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some(signature => {
      const signatureBytes = Buffer.from(signature.replace('v1,', ''), 'base64')
      return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
    })
}
