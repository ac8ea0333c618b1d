// The log: JSON lines on stdout, never with tokens, passwords or positions of people.
import { type Logger as Pino, pino } from 'pino'

export type Logger = Pino
/**
 * @param base fields of every line
 * @param destination receives the lines, each as JSON text; default: stdout
 */
export const openLog = (
  level: string,
  {
    base = null,
    destination,
  }: {
    readonly base?: Readonly<Record<string, unknown>> | null
    readonly destination?: LineWriter
  } = {},
): Logger =>
  pino(
    {
      level,
      base,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'token'],
    },
    ...(destination ? [destination] : []),
  )

export interface LineWriter {
  write(line: string): unknown
}

/** Equal lines within this time are counted. */
const REPEATED_MS = 60_000
/** Number of different lines that are remembered; the oldest are forgotten first. */
const MOST_REMEMBERED = 1_000

/**
 * Passes lines of the log on. A line that equals an earlier one except for its time is counted instead and written once a minute with `repeated`, the number of repeats.
 * Counted lines are written when the process ends.
 */
export function countingRepeats(destination: LineWriter, now: () => number = Date.now): LineWriter {
  const entries = new Map<string, { since: number; count: number; line: string }>()
  const tell = (entry: { count: number; readonly line: string }) => {
    const { count, line } = entry
    entry.count = 0
    if (count > 0) destination.write(`${line.trimEnd().slice(0, -1)},"repeated":${count}}\n`)
  }
  const look = () => {
    for (const [key, entry] of entries) {
      if (now() - entry.since < REPEATED_MS) continue
      if (entry.count === 0) entries.delete(key)
      tell(entry)
      entry.since = now()
    }
  }
  setInterval(look, REPEATED_MS / 4).unref()
  process.once('exit', () => entries.forEach(tell))
  return {
    write(line) {
      const key = withoutTime(line)
      const entry = entries.get(key)
      if (entry !== undefined && now() - entry.since < REPEATED_MS) {
        entry.count++
        entry.line = line
        return
      }
      if (entry !== undefined) tell(entry)
      entries.delete(key)
      entries.set(key, { since: now(), count: 0, line })
      const [oldest] = entries
      if (entries.size > MOST_REMEMBERED && oldest !== undefined) {
        entries.delete(oldest[0])
        tell(oldest[1])
      }
      destination.write(line)
    },
  }
}
const TIME = ',"time":"'
function withoutTime(line: string): string {
  const from = line.indexOf(TIME)
  return from < 0
    ? line
    : line.slice(0, from) + line.slice(line.indexOf('"', from + TIME.length) + 1)
}
