// The mark of an alert, or of an entry of a history, at the place and time that the address names.
import { OnMap, TestMap } from '@flotta/ui/map/testing-map.tsx'
import { answering, show, signIn } from '@flotta/ui/testing.tsx'
import { within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { all as alertsAll } from '../../../alerts/incidents/contract.ts'
import { AlertMark } from './AlertMark.tsx'
import type { MapSearch } from './useMapSearch.ts'

let map: TestMap
beforeEach(() => {
  signIn()
  document.body.replaceChildren()
  map = new TestMap()
})
const open = (search: MapSearch) =>
  show(
    <OnMap on={map}>
      <AlertMark search={search} focusZoom={14} />
    </OnMap>,
    answering(alertsAll, [
      {
        id: 2,
        code: 'temperature',
        name: 'Temperatura fuori soglia',
        description: '',
        severity: 2,
        agreement_id: 31,
      },
    ]),
  )
const mark = () => within(map.container)
const at = new Date(2026, 10, 28, 8, 30)

test.each([
  ['its number', '2'],
  ['its code', 'temperature'],
])('an alert that the address names by %s has its name and time at its place', async (_, a) => {
  await open({ a, lat: 45, lng: 10, t: at.toISOString() })
  expect(await mark().findByText('Temperatura fuori soglia')).toBeInTheDocument()
  expect(mark().getByText('28/11/2026 08:30')).toBeInTheDocument()
})

test('an alert that is not in the catalogue keeps its number', async () => {
  const { requests } = await open({ a: '99', lat: 45, lng: 10 })
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(mark().getByText('99')).toBeInTheDocument()
})

test.each([
  ['milliseconds', String(at.getTime()), '28/11/2026 08:30'],
  ['no time', 'domani', ''],
])('an entry of a history is marked by its time alone: %s', async (_, t, text) => {
  const { requests } = await open({ lat: 45, lng: 10, t })
  expect(map.container).toHaveTextContent(text)
  expect(map.container.querySelector('svg')).not.toBeNull()
  expect(requests).toEqual([])
})

test('without a place there is no mark', async () => {
  await open({ a: '2', t: at.toISOString() })
  expect(map.container.querySelector('.maplibregl-marker')).toBeNull()
})
