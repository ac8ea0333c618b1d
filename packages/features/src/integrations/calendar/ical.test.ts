import { expect, test } from 'vitest'
import { icalText } from './ical.ts'

const NOW = Date.parse('2026-11-20T11:00:00.500Z')
test('days and hours become events, with texts escaped and long lines folded between characters [calendar.2]', () => {
  const text = icalText(
    'Flotta',
    [
      {
        uid: 'licence-1@flotta',
        day: '2026-12-31',
        summary: `Patente; ${'è'.repeat(60)}, Rossi\nMario`,
      },
      { uid: 'shift-2@flotta', from: NOW, to: NOW + 3_600_000, summary: 'Turno' },
    ],
    NOW,
  )
  expect(text).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n')
  expect(text).toContain('DTSTART:20261120T110000Z\r\nDTEND:20261120T120000Z\r\n')
  for (const line of text.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(
    `SUMMARY:Patente\\; ${'è'.repeat(60)}\\, Rossi\\nMario\r\n`,
  )
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
})
test('a calendar without events is still complete [calendar.2]', () =>
  expect(icalText('Flotta', [], NOW)).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]+END:VCALENDAR\r\n$/))
