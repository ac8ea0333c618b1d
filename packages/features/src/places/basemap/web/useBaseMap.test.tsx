// How near a map looks at one thing: as the specification says where the map shows it, else as near
// as the map is useful.
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
const installation = (map: { max_zoom: number; style: boolean }) =>
  answering(about, {
    name: 'Flotta',
    version: '1',
    demo: null,
    satellite: false,
    map,
    places: 'towns',
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
