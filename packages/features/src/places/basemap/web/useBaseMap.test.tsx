// The zoom of the map for a single place: as specified where the map has it, else the deepest useful zoom.
import { setPreference } from '@flotta/ui/preferences.ts'
import { answering, failing, show, signIn, silent } from '@flotta/ui/testing.tsx'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { about } from '../../../people/auth/about.ts'
import { userCustomer } from '../../../people/auth/contract.ts'
import { companyOf } from '../../../people/auth/web/testing.ts'
import { style } from '../contract.ts'
import { useBaseMap } from './useBaseMap.ts'

beforeEach(signIn)
function Zoom() {
  const { drawable, focusZoom } = useBaseMap()
  return <output>{drawable ? focusZoom : ''}</output>
}
const installation = (map: { max_zoom: number; style: boolean }, satellite = false) =>
  answering(about, {
    name: 'Flotta',
    version: '1',
    demo: null,
    satellite,
    map: { ...map, public_style: null },
    places: 'towns',
    tracker_port: 5000,
    contact: 'info@example.com',
  })

test.each([
  ['the embedded map', { max_zoom: 11, style: false }, '11'],
  ['a provider’s map', { max_zoom: 19, style: true }, '15'],
])('%s [map.15]', async (_, map, zoom) => {
  await show(
    <Zoom />,
    installation(map),
    answering(userCustomer, companyOf()),
    answering(style, { version: 8, sources: {}, layers: [] } as never),
  )
  expect(await screen.findByText(zoom)).toBeInTheDocument()
})

function Layers() {
  const { drawable, layers, view } = useBaseMap()
  return (
    <output>
      {drawable &&
        `${layers.offered.join(' ')}: ${layers.chosen}${view.provided === undefined ? '' : ' drawn'}`}
    </output>
  )
}
test.each([
  ['without streets', false, false, {}, 'essential: essential'],
  ['with streets', true, false, {}, 'essential streets: streets drawn'],
  [
    'who prefers the essential map',
    true,
    false,
    { essential: true },
    'essential streets: essential',
  ],
  [
    'who prefers satellite images',
    true,
    true,
    { satellite: true },
    'essential streets satellite: satellite drawn',
  ],
  [
    'whose satellite images ended',
    true,
    false,
    { satellite: true },
    'essential streets: streets drawn',
  ],
] as const)(
  'a reader %s sees the layers that there are [places.37]',
  async (_, streets, satellite, preferred, expected) => {
    setPreference('layers', preferred)
    await show(
      <Layers />,
      installation({ max_zoom: 19, style: streets }, satellite),
      answering(userCustomer, companyOf({ maps_view_satellite: '1' })),
      answering(style, { version: 8, sources: {}, layers: [] } as never),
    )
    expect(await screen.findByText(expected)).toBeInTheDocument()
  },
)

function Streets() {
  const { drawable, view } = useBaseMap()
  const base = view.provided === undefined ? 'essential' : 'streets'
  return <output>{drawable ? `${base}${view.streetsAway ? ', said' : ''}` : 'waiting'}</output>
}
const someStreets = [
  installation({ max_zoom: 19, style: true }),
  answering(userCustomer, companyOf()),
]
const emptyStyle = { version: 8, sources: {}, layers: [] } as never
test('streets that fail leave the essential map with a notice, and are drawn once they come [places.40, places.43]', async () => {
  let isWell = false
  const away = failing(style, 503, { message: 'away', code: 'unavailable' })
  const well = answering(style, emptyStyle)
  await show(<Streets />, ...someStreets, {
    e: style,
    respond: asked => (isWell ? well : away).respond(asked),
  })
  expect(await screen.findByText('essential, said')).toBeInTheDocument()
  isWell = true
  // the reader returns to the page
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('streets')).toBeInTheDocument()
})
test('streets that are slow leave the essential map meanwhile [places.43]', async () => {
  await show(<Streets />, ...someStreets, silent(style))
  expect(screen.getByText('waiting')).toBeInTheDocument()
  expect(await screen.findByText('essential, said')).toBeInTheDocument()
})
