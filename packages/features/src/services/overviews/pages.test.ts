// The service pages: the eleven of the specification, all about existing services.
import { expect, test } from 'vitest'
import { alertDefinitions } from '../../alerts/incidents/catalogue.ts'
import { agreementIds } from '../../fleet/agreements/contract.ts'
import { serviceOf } from '../services.ts'
import { isAbout, pageOf, pages } from './pages.ts'

const boardsAlone = ['eyedoor', 'eyepower']
test('the pages are the eleven services with a page, and two more for their boards [navigation.20, services.51, services.69]', () => {
  expect(pages.map(p => p.name)).toEqual(expect.arrayContaining(boardsAlone))
  expect(pages.map(p => p.name).filter(name => !boardsAlone.includes(name))).toEqual([
    'eyecold',
    'eyegeo',
    'eyeway',
    'carbontax',
    'eyefuel',
    'eyelink',
    'eyepharma',
    'eyeservice',
    'eyeshare',
    'f-gas',
    'geofencing',
  ])
  expect(pageOf('tandt')).toBeUndefined()
})
test.each(pages)(
  '$name is about services, agreements and alerts that exist',
  ({ service, agreements, alerts }) => {
    expect(service === undefined || serviceOf(service) !== undefined).toBe(true)
    expect(agreements.filter(id => !agreementIds.includes(id))).toEqual([])
    expect(alerts.filter(code => !alertDefinitions.some(d => d.code === code))).toEqual([])
  },
)
test.each([
  ['one of its agreements is enough', 'eyecold', [17], true],
  ['another agreement is not enough', 'eyecold', [2], false],
  ['no agreement is not enough', 'eyecold', undefined, false],
  ['a page without agreements is about every vehicle', 'eyelink', undefined, true],
] as const)('%s', (_, name, held, expected) => {
  const page = pageOf(name)
  expect(page !== undefined && isAbout(page, held)).toBe(expected)
})
