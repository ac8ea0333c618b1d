// Leads a server process: hands signals on, starts it again after a crash, gives up where another try would end the same way. Node's own modules only.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** Node's own of the server: its young generation is larger than usual, since packets live as long as their batch and would be copied twice meanwhile. Its old one is collected when it has grown by half: V8 would let the garbage of a report grow to twice of what lives. */
const NODE_ARGUMENTS = JSON.parse(
  readFileSync(new URL('node-arguments.json', import.meta.url), 'utf8'),
)
/**
 * On a machine with less memory (MB) the server keeps its heap small instead of quick: a young
 * generation of few MB, no source maps in memory (a stack then names lines of the bundle), and two
 * arenas for what lies outside of the heap. Of two arguments the last counts.
 */
const SMALL_MACHINE_MB = 2_048
const SMALL_MACHINE = {
  arguments: ['--max-semi-space-size=2', '--optimize-for-size', '--no-enable-source-maps'],
  env: { MALLOC_ARENA_MAX: '2' },
}
/** MB of the machine, or of the container in it; the server takes its own share from it. */
const machineMb = () =>
  Math.floor(
    Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY) / 2 ** 20,
  )
/** A server that lived this long was well: the next pause is the first again. */
const WELL_MS = 60_000
/** Crashes before it was ever ready. */
const MOST_CRASHED_STARTS = 5
/** The server itself gives up after 25 s and the time that its devices have. */
const STOP_MS = 30_000 + Number(process.env.FLOTTA_DRAIN_SECONDS || 10) * 1_000

/**
 * Runs `main` until it is told to end, by a signal to us, to the npm above us or to the server itself.
 * A first start that says why it cannot go on (exit code 1) is final. Whatever ends a server that was ready, or ends one by a signal, is a crash.
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
    // npm puts a shell above us that a SIGTERM kills without telling us: when the parent changes, we were meant
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
      // the channel also tells the server when we are gone, however we ended
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

/** A line of the server's log, in its form. */
const say = line =>
  process.stdout.write(
    `${JSON.stringify({ level: 50, time: new Date().toISOString(), ...line })}\n`,
  )
