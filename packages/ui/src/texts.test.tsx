import { act, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { RelativeTime } from './RelativeTime.tsx'
import {
  formatDateTime,
  formatDuration,
  formatMonth,
  formatNumber,
  formatRelative,
  isText,
  say,
  setLanguage,
} from './texts.ts'

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['it', '−18,4\u00a0°C', '86%', '1.234'],
  ['en', '−18.4\u00a0°C', '86%', '1,234'],
  ['de', '−18,4\u00a0°C', '86\u00a0%', '1.234'],
] as const)(
  'numbers are written as in %s [general.16]',
  async (language, temperature, percent, thousand) => {
    await setLanguage(language)
    expect(formatNumber(-18.42, { unit: '°C', decimals: 1 })).toBe(temperature)
    expect(formatNumber(86, { unit: '%' })).toBe(percent)
    expect(formatNumber(1234)).toBe(thousand)
  },
)
test.each([
  ['it', '12.345 righe importate'],
  ['en', '12,345 rows imported'],
] as const)(
  'a count within a sentence is written as in %s [general.16]',
  async (language, sentence) => {
    await setLanguage(language)
    expect(say('ui.import.stored', { count: 12_345 })).toBe(sentence)
  },
)
test.each([
  ['it', '1.234,50\u00a0€'],
  ['en', '€1,234.50'],
  ['es', '1.234,50\u00a0€'],
  ['de', '1.234,50\u00a0€'],
] as const)('euro amounts are written as in %s [general.17]', async (language, written) => {
  await setLanguage(language)
  expect(formatNumber(1234.5, { unit: '€', decimals: 2 })).toBe(written)
})
test.each([
  ['it', 'novembre 2026', 'nov 26'],
  ['en', 'November 2026', 'Nov 26'],
  ['es', 'noviembre de 2026', 'nov 26'],
  ['de', 'November 2026', 'Nov. 26'],
] as const)('months are written as in %s', async (language, long, short) => {
  await setLanguage(language)
  expect(formatMonth('2026-11-01')).toBe(long)
  expect(formatMonth('2026-11-30', 'short')).toBe(short)
})
test('what is shown before its texts have come is written with them when they are there [navigation.81]', () => {
  const Title = () => {
    const { t } = useTranslation()
    return <h1>{isText('late.title') ? t('late.title') : 'Flotta'}</h1>
  }
  render(<Title />)
  expect(screen.getByRole('heading')).toHaveTextContent('Flotta')
  act(() => {
    i18next.addResourceBundle('it', 'translation', { late: { title: 'Mezzi' } }, true)
  })
  expect(screen.getByRole('heading')).toHaveTextContent('Mezzi')
})
test('an unknown value is a dash, and zero has no minus [general.21]', () => {
  expect(formatNumber(null)).toBe('—')
  expect(formatNumber(-0.04, { decimals: 1 })).toBe('0,0')
  expect(formatDateTime(null)).toBe('—')
  expect(formatDuration(undefined)).toBe('—')
})
test.each([
  [0, 'ora'],
  [45, '45 s fa'],
  [125, '2 min fa'],
  [3 * 3600, '3 h fa'],
  [26 * 3600, '1 g fa'],
])('an age of %i seconds is written in a fitting unit', (seconds, said) => {
  expect(formatRelative(1_000_000_000_000 - seconds * 1000, 1_000_000_000_000)).toBe(said)
})
test.each([
  [40, '40 s'],
  [300, '5 min'],
  [2371, '40 min'],
  [3590, '1 h'],
  [7500, '2 h 5 min'],
  [93_600, '1 giorno 2 h'],
])('a duration of %i seconds is written in fitting units', (seconds, said) => {
  expect(formatDuration(seconds)).toBe(said)
})
test('dates are dd/MM/yyyy HH:mm in the browser’s zone [general.25, general.26, general.28]', () => {
  expect(formatDateTime(new Date(2026, 0, 5, 7, 9, 3))).toBe('05/01/2026 07:09')
  expect(formatDateTime(new Date(2026, 0, 5, 7, 9, 3), 'seconds')).toBe('05/01/2026 07:09:03')
})
test('an age grows every 5 seconds, or every 60 where that is set [general.32, live.27]', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 12, 0, 0) })
  const at = new Date(2026, 10, 21, 11, 59, 20)
  render(
    <>
      <RelativeTime at={at} />
      <RelativeTime at={at} every={60} />
    </>,
  )
  const ages = () => screen.getAllByText(/fa$/).map(age => age.textContent)
  const after = (seconds: number) => {
    act(() => {
      vi.advanceTimersByTime(seconds * 1_000)
    })
    return ages()
  }
  expect([ages(), after(5), after(54), after(1)]).toEqual([
    ['40 s fa', '40 s fa'],
    ['45 s fa', '40 s fa'],
    ['1 min fa', '40 s fa'],
    ['1 min fa', '1 min fa'],
  ])
})
test('an age grows while it is on the screen, and shows its moment [general.31]', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 12, 0, 0) })
  render(<RelativeTime at={new Date(2026, 10, 21, 11, 59, 20)} />)
  expect(screen.getByText('40 s fa')).toHaveAttribute('title', '21/11/2026 11:59:20')
  act(() => {
    vi.advanceTimersByTime(5000)
  })
  expect(screen.getByText('45 s fa')).toBeInTheDocument()
})
