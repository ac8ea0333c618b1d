// Events as iCalendar (RFC 5545). Pure.

/** `from` and `to`: epoch ms of an event with hours; `day`: of an event that lasts all day, 2026-11-20. */
export type CalendarEvent = {
  /** Identifies the event; stays the same whenever the calendar is read. */
  readonly uid: string
  readonly summary: string
} & ({ readonly day: string } | { readonly from: number; readonly to: number })

/** The most bytes of a line, without its break. */
const LINE = 75
const encoder = new TextEncoder()

const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, sign => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')
const compact = (iso: string): string => iso.replace(/[-:]|\.\d+/g, '')
const instantText = (at: number): string => compact(new Date(at).toISOString())
const dayText = (day: string): string => compact(day)
const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Folds a longer line: it continues in the next one after a space; no character is split. */
function foldedLine(line: string): string {
  let text = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > LINE) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}
const timesOf = (event: CalendarEvent): readonly string[] =>
  'day' in event
    ? [
        `DTSTART;VALUE=DATE:${dayText(event.day)}`,
        `DTEND;VALUE=DATE:${dayText(nextDay(event.day))}`,
        'TRANSP:TRANSPARENT',
      ]
    : [`DTSTART:${instantText(event.from)}`, `DTEND:${instantText(event.to)}`]

/**
 * The iCalendar text.
 * @param now when it is made, epoch ms
 */
export const icalText = (name: string, events: readonly CalendarEvent[], now: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Flotta//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(event => [
      'BEGIN:VEVENT',
      `UID:${escapeText(event.uid)}`,
      `DTSTAMP:${instantText(now)}`,
      ...timesOf(event),
      `SUMMARY:${escapeText(event.summary)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ]
    .map(foldedLine)
    .join('\r\n')
