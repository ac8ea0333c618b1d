// Runs the server as a child process: passes signals on, restarts it after a crash, and gives up when another attempt would end the same way. Uses
// Node's own modules only.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/**
 * Node arguments of the server. The young generation of the heap is larger than usual, since packets live as long as their batch and would be copied
 * twice meanwhile. The old generation is collected when it has grown by half; V8 would let the garbage of a report double it.
 */
const NODE_ARGUMENTS = JSON.parse(
  readFileSync(new URL('node-arguments.json', import.meta.url), 'utf8'),
)
/**
 * On a machine with less memory (MB) the server keeps its heap small instead of quick: a young generation of a few MB,
 * no source maps in memory (a stack then names lines of the bundle), and two arenas for memory outside of the heap.
 * When an argument is given twice, the last one counts.
 */
const SMALL_MACHINE_MB = 2_048
const SMALL_MACHINE = {
  arguments: ['--max-semi-space-size=2', '--optimize-for-size', '--no-enable-source-maps'],
  env: { MALLOC_ARENA_MAX: '2' },
}
/** Memory of the machine, or of its container, MB; the server takes a share of it. */
const machineMb = () =>
  Math.floor(
    Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY) / 2 ** 20,
  )
/** A server that ran this long was stable, so the pause after its next crash is the shortest again. */
const WELL_MS = 60_000
/** Number of consecutive crashes before the server was ever ready after which this process gives up. */
const MOST_CRASHED_STARTS = 5
/** The server itself gives up after 25 s plus the time that devices have to disconnect. */
const STOP_MS = 30_000 + Number(process.env.FLOTTA_DRAIN_SECONDS || 10) * 1_000

/**
 * Runs `main` until a signal ends it: to this process, to the npm above it or to the server itself.
 * A first start that fails with a reason (exit code 1) is final. An end of a server that was ready, or by a signal, is a crash.
 * @returns the exit code
 */
export function lead(main) {
  return new Promise(done => {
    let child = null
    let timer
    let stopping = false
    let everReady = false
    let crashes = 0

    const end = code => {
      clearTimeout(timer)
      clearInterval(orphaned)
      done(code)
    }
    const stop = signal => {
      if (!stopping && child) setTimeout(() => child?.kill('SIGKILL'), STOP_MS).unref()
      stopping = true
      clearTimeout(timer)
      if (child) child.kill(signal)
      else end(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
    // npm runs this process in a shell, which a SIGTERM kills without passing it on: a changed parent means that this process should stop.
    const parent = process.ppid
    const orphaned = setInterval(() => {
      if (process.env.npm_lifecycle_event && process.ppid !== parent) stop('SIGTERM')
    }, 500)

    const memoryMb = process.env.FLOTTA_MEMORY_MB || String(machineMb())
    const ofMachine =
      Number(memoryMb) < SMALL_MACHINE_MB ? SMALL_MACHINE : { arguments: [], env: {} }
    const nodeArguments = [...process.execArgv, ...NODE_ARGUMENTS, ...ofMachine.arguments]
    const env = { ...ofMachine.env, ...process.env, FLOTTA_MEMORY_MB: memoryMb }
    const start = () => {
      const began = performance.now()
      let ready = false
      let final = false
      // By the channel the server also notices when this process has ended, in whatever way.
      child = spawn(process.execPath, [...nodeArguments, main], {
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        env,
      })
      child.on('message', message => {
        if (message === 'ready') everReady = ready = true
        if (message === 'final') final = true
      })
      child.once('exit', (code, signal) => {
        child = null
        if (stopping || code === 0) return end(code ?? 0)
        const lived = performance.now() - began
        crashes = ready && lived > WELL_MS ? 1 : crashes + 1
        if (final || (!everReady && (code === 1 || crashes === MOST_CRASHED_STARTS)))
          return end(code || 1)
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** (crashes - 1), LONGEST_PAUSE_MS)
        say({
          code,
          signal,
          lived_s: Math.round(lived / 1000),
          pause_s: pause / 1000,
          msg: 'the server ended; it is started again',
        })
        timer = setTimeout(start, pause)
      })
    }
    start()
  })
}

/** Writes a line in the form of the server's log. */
const say = line =>
  process.stdout.write(
    `${JSON.stringify({ level: 50, time: new Date().toISOString(), ...line })}\n`,
  )
