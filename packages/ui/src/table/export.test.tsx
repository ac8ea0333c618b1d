import type { Language } from '@flotta/core/languages.ts'
import i18next from 'i18next'
import { readSheet } from 'read-excel-file/browser'
import { expect, test } from 'vitest'
import { csvText, harmless, tabText, workbook } from './export.ts'

const table = {
  name: 'prova',
  head: ['Targa', 'Km'],
  rows: [
    ['FR "1", KL', 12.5],
    ['=1+1', null],
    ['a\tb\nc', 0],
  ] as const,
}

test.each([
  ['=cmd()', "'=cmd()"],
  ['+39', "'+39"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['a=b', 'a=b'],
  ['', ''],
])('%j is written as %j, so that no spreadsheet runs it [exports.5]', (text, written) =>
  expect(harmless(text)).toBe(written),
)
test('CSV in Italian has semicolons and a decimal comma, as its spreadsheets read it, and quotes around cells that need them', () => {
  expect(csvText(table)).toBe('Targa;Km\r\n"FR ""1"", KL";12,5\r\n\'=1+1;\r\n"a\tb\nc";0')
})
test.each<[Language, string]>([
  ['it', 'a;b\r\n-1,5;"x;y"'],
  ['en', 'a,b\r\n-1.5,"x;y"'],
  ['es', 'a;b\r\n-1,5;"x;y"'],
  ['de', 'a;b\r\n-1,5;"x;y"'],
])('CSV follows the language of the reader: %s [exports.2]', async (language, csv) => {
  await i18next.changeLanguage(language)
  expect(csvText({ name: 'x', head: ['a', 'b'], rows: [[-1.5, 'x;y']] })).toBe(csv)
  await i18next.changeLanguage('it')
})
test('a copy has one line a row, with numbers as the spreadsheet of the reader takes them', () =>
  expect(tabText(table)).toBe('Targa\tKm\nFR "1", KL\t12,5\n\'=1+1\t\na b c\t0'))
test('a workbook is read back with the values that were written [exports.1]', async () => {
  expect(await readSheet(await workbook(table))).toEqual([
    ['Targa', 'Km'],
    ['FR "1", KL', 12.5],
    ["'=1+1", null],
    ['a\tb\nc', 0],
  ])
})
