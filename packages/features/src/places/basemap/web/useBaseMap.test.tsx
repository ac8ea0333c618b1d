// How near a map looks at one thing: as the specification says where the map shows it, else as near
// as the map is useful.
import { setPreference } from '@flotta/ui/preferences.ts'
import { answering, show, signIn } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
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
