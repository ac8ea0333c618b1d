// GET pins of a company with 10,000 vehicles, compared with the same text from the memory of a bare server.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { type Company, signIn } from './fleet.ts'
import { type Bench, figure, percentile } from './harness.ts'
import { exitOf } from './processes.ts'
import { removeDirectory, temporaryDirectory } from './product.ts'
import { reportOnce, withProduct } from './stage.ts'

const VEHICLES = 10_000

interface Answer {
  readonly status: number
  readonly ms: number
  readonly bytes: number
  readonly etag: string
  readonly body: Buffer
}
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const ask = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<Answer>((resolve, reject) => {
    const began = performance.now()
    get(url, { headers, agent }, response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('end', () => {
        const body = Buffer.concat(parts)
        resolve({
          status: response.statusCode ?? 0,
          ms: performance.now() - began,
          bytes: body.length,
          etag: response.headers.etag ?? '',
          body,
        })
      })
    }).on('error', reject)
  })

export const pins: Bench = {
  name: 'pins',
  measures: 'GET pins of 10,000 vehicles',
  run: options =>
    withProduct('pins', options, [VEHICLES], async stage => {
      await reportOnce(stage, 0, VEHICLES)
      const times = options.quick ? 10 : 200
      const url = `${stage.product.url}/api/v1/pins`
      const authorization = `Bearer ${await signIn(stage.product.url, stage.companies[0] as Company)}`
      const several = async (headers: Readonly<Record<string, string>>, status = 200) => {
        const answers: Answer[] = []
        for (let i = 0; i < times; i++) {
          const answer = await ask(url, { authorization, ...headers })
          if (answer.status !== status)
            throw new Error(`pins answered ${answer.status}, not ${status}`)
          answers.push(answer)
        }
        return answers
      }
      const plain = await several({})
      const gzip = await several({ 'accept-encoding': 'gzip' })
      const br = await several({ 'accept-encoding': 'br, gzip' })
      const last = await ask(url, { authorization })
      const notModified = await several({ 'if-none-match': last.etag }, 304)
      const bare = await bareServer(last.body, times)
      const ms = (answers: readonly Answer[], share: number) =>
        percentile(
          answers.slice(Math.floor(times / 10)).map(a => a.ms),
          share,
        )
      const kb = (answers: readonly Answer[]) => (answers.at(-1)?.bytes ?? 0) / 1e3
      return [
        figure('p50', ms(plain, 0.5), 'ms', {
          peer: { what: 'same text from memory, bare node:http', value: percentile(bare, 0.5) },
        }),
        figure('p99', ms(plain, 0.99), 'ms', {
          peer: { what: 'same text from memory, bare node:http', value: percentile(bare, 0.99) },
        }),
        figure('as browsers ask (br), p50', ms(br, 0.5), 'ms'),
        figure('as browsers ask (br), p99', ms(br, 0.99), 'ms'),
        figure('gzip, p50', ms(gzip, 0.5), 'ms'),
        figure('unchanged (304), p50', ms(notModified, 0.5), 'ms'),
        figure('unchanged (304), p99', ms(notModified, 0.99), 'ms'),
        figure('size', kb(plain), 'kB'),
        figure('size, gzip', kb(gzip), 'kB'),
        figure('size, br', kb(br), 'kB'),
      ]
    }),
}

/** ms of each answer. */
async function bareServer(body: Buffer, times: number): Promise<number[]> {
  const dir = temporaryDirectory('bench-bare-http')
  const file = join(dir, 'pins.json')
  writeFileSync(file, body)
  const script = `const body = require('fs').readFileSync(process.argv[1]);
    const server = require('http').createServer((q, s) => s.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body));
    server.listen(0, '127.0.0.1', () => process.send(server.address().port)); process.on('disconnect', () => process.exit())`
  const child = spawn(process.execPath, ['-e', script, file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = exitOf(child)
  try {
    const port = await new Promise<number>(resolve =>
      child.once('message', message => resolve(Number(message))),
    )
    const answers: number[] = []
    for (let i = 0; i < times; i++) answers.push((await ask(`http://127.0.0.1:${port}/`, {})).ms)
    return answers.slice(Math.floor(times / 10))
  } finally {
    child.kill('SIGKILL')
    await exit
    removeDirectory(dir)
  }
}
