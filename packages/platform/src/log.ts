// The log: JSON lines on stdout (readable ones on a terminal are the reader's choice), never with tokens, passwords or positions of people.
import { type Logger as Pino, pino } from 'pino'

export type Logger = Pino
/**
 * @param base what every line carries
 * @param destination of the lines, each as JSON text; default: stdout
 */
export const openLog = (
  level: string,
  { base = null, destination }: { readonly base?: Readonly<Record<string, unknown>> | null; readonly destination?: { write(line: string): void } } = {},
): Logger =>
  pino(
    { level, base, timestamp: pino.stdTimeFunctions.isoTime, redact: ['req.headers.authorization', 'req.headers.cookie', 'password', 'token'] },
    ...(destination ? [destination] : []),
  )
