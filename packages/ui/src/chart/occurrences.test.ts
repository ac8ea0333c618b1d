// Marks and spans of a chart: their groups and colours, those at a moment, and their texts in the table.
import { expect, test } from 'vitest'
import type { OverTime } from './data.ts'
import { tableOf } from './data-table.ts'
import { groupsOf, occurrencesAt, occurrencesOf, withoutGroups } from './occurrences.ts'

const MINUTE = 60_000
const eight = new Date(2026, 2, 1, 8).getTime()
const at = (minutes: number): number => eight + minutes * MINUTE
const data: OverTime = {
  period: { from: at(0), to: at(60) },
  series: [{ label: 'T1', at: [at(0), at(10)], values: [4, 5] }],
  marks: [
    { at: at(10), label: 'Temperatura', group: 'Avvisi', color: '#f00' },
    { at: at(12), label: 'Setpoint −18', group: 'Comandi', shape: 'diamond', color: '#00f' },
    { at: at(90), label: 'Dopo', group: 'Avvisi' },
  ],
  spans: [
    { from: at(-5), to: at(11), label: 'Porte aperte', text: 'Porta 2 aperta' },
    { from: at(30), to: null, label: 'Soste' },
  ],
}
const textsAt = (minutes: number, near = 0) => occurrencesAt(data, at(minutes), near * MINUTE)

test('the legend lists bars and marks by their groups, each with one colour [services.75]', () => {
  expect(groupsOf(data, 'light').map(({ name, shape }) => [name, shape])).toEqual([
    ['Porte aperte', 'bar'],
    ['Soste', 'bar'],
    ['Avvisi', 'triangle'],
    ['Comandi', 'diamond'],
  ])
})
test('the colours of the other groups stay when a person takes a group out [services.75]', () => {
  const colorOfStops = groupsOf(data, 'dark')[1]?.color
  const rest = withoutGroups(data, new Set(['Porte aperte', 'Avvisi']), 'dark')
  expect(rest.marks?.map(mark => mark.group)).toEqual(['Comandi'])
  expect(rest.spans).toEqual([{ ...data.spans?.[1], color: colorOfStops }])
  expect(withoutGroups(data, new Set(), 'dark')).toBe(data)
})
test('the occurrences of the period are listed by their beginning, with their time [services.76]', () => {
  expect(occurrencesOf(data).map(({ text, row }) => [text, row])).toEqual([
    ['Porta 2 aperta, 01/03/2026 07:55 – 08:11', 0],
    ['Temperatura, 01/03/2026 08:10', null],
    ['Setpoint −18, 01/03/2026 08:12', null],
    ['Soste, 01/03/2026 08:30 –', 1],
  ])
})
test.each<[string, readonly string[], readonly RegExp[]]>([
  ['a bar that covers the moment', textsAt(5), [/^Porta 2/]],
  ['a mark that is near', textsAt(9, 1), [/^Porta 2/, /^Temperatura/]],
  ['nothing', textsAt(20, 1), []],
  ['a bar that has not ended', textsAt(59), [/^Soste/]],
])('at one moment the chart names %s [services.76]', (_, texts, patterns) => {
  expect(texts).toEqual(patterns.map(pattern => expect.stringMatching(pattern)))
})
test('among many occurrences at one moment the first ones are named, with the number of the others', () => {
  const marks = Array.from({ length: 9 }, (_, i) => ({ at: at(1), label: `Avviso ${i}` }))
  expect(occurrencesAt({ ...data, spans: [], marks }, at(1), 0).at(-1)).toBe('… +4')
})
test('the table and the file have a column of their own for occurrences [services.76]', () => {
  const { head, rows } = tableOf(data, 'Ora')
  expect(head).toHaveLength(3)
  expect(rows.map(([, value, text]) => [value, text])).toEqual([
    [4, expect.stringMatching(/^Porta 2 aperta/)],
    [5, expect.stringMatching(/^Temperatura/)],
    [null, expect.stringMatching(/^Setpoint/)],
    [null, expect.stringMatching(/^Soste/)],
  ])
  expect(tableOf({ ...data, marks: [], spans: [] }, 'Ora').head).toEqual(['Ora', 'T1'])
})
