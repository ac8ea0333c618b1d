// Equal lines of the log are counted, so that one fault does not fill the log.
import { expect, test } from 'vitest'
import { countingRepeats, openLog } from './log.ts'

function countingLog() {
  const lines: Record<string, unknown>[] = []
  let at = 0
  const log = openLog('info', {
    base: { instance: 'a' },
    destination: countingRepeats({ write: line => lines.push(JSON.parse(line)) }, () => at),
  })
  return {
    log,
    lines,
    told: () => lines.map(({ level: _, time: __, instance: ___, ...rest }) => rest),
    later: (ms: number) => (at += ms),
  }
}

test('a line that differs only in its time is written once, and later with the number of its repeats', () => {
  const { log, told, later } = countingLog()
  const fault = () => log.error({ reason: 'no room' }, 'nothing can be stored')
  for (let i = 0; i < 100; i++) fault()
  log.error({ reason: 'another' }, 'nothing can be stored')
  expect(told()).toEqual([
    { reason: 'no room', msg: 'nothing can be stored' },
    { reason: 'another', msg: 'nothing can be stored' },
  ])
  later(60_000)
  fault()
  expect(told().slice(2)).toEqual([
    { reason: 'no room', msg: 'nothing can be stored', repeated: 99 },
    { reason: 'no room', msg: 'nothing can be stored' },
  ])
})

test('a line that comes again after a minute is no repetition', () => {
  const { log, told, later } = countingLog()
  log.info('a start')
  later(61_000)
  log.info('a start')
  expect(told()).toEqual([{ msg: 'a start' }, { msg: 'a start' }])
})

test('lines with another level or other fields are different lines', () => {
  const { log, lines } = countingLog()
  log.info('one')
  log.warn('one')
  log.info({ vehicle: 1 }, 'one')
  log.child({ request: 'x' }).info('one')
  expect(lines).toHaveLength(4)
})

test('among too many different lines the oldest is dropped, and its count is written', () => {
  const { log, told } = countingLog()
  log.info('first')
  log.info('first')
  for (let i = 0; i < 1_000; i++) log.info({ i }, 'other')
  expect(told().at(-2)).toEqual({ msg: 'first', repeated: 1 })
  log.info('first')
  expect(told().at(-1)).toEqual({ msg: 'first' })
})
