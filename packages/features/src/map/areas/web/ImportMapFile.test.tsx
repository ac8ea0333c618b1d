// A map file is read in the browser and stored completely, or its errors are listed by the names of the areas.
import { answering, failing, show, signIn } from '@flotta/ui/testing.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { importHubs, importPois } from '../contract.ts'
import { ImportMapFile } from './ImportMapFile.tsx'

beforeEach(() => signIn())
const choose = async (content: string, name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Da una mappa' }))
  await screen.findByRole('button', { name: 'Scegli il file' })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (input === null) throw new Error('there is no field for a file')
  await userEvent.upload(input, new File([content], name))
}
const GPX =
  '<gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="45" lon="9"><name>Deposito</name></wpt></gpx>'

test('waypoints of a GPX file become areas [areas.41]', async () => {
  const { requests } = await show(<ImportMapFile kind="hub" />, answering(importHubs, []))
  await choose(GPX, 'giro.gpx')
  await waitFor(() => expect(requests.some(q => q.method === 'POST')).toBe(true))
  expect(requests.find(q => q.method === 'POST')?.body).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Deposito' },
        geometry: { type: 'Point', coordinates: [9, 45] },
      },
    ],
  })
  expect(await screen.findByText('0 aree importate')).toBeVisible()
})
test('the refusal of the server is shown with the name of the area that it concerns [areas.39, areas.41]', async () => {
  await show(
    <ImportMapFile kind="poi" />,
    failing(importPois, 422, {
      message: 'Controlla i campi',
      code: 'invalid',
      data: { '0.code': ['Già in uso'] },
    }),
  )
  await choose(GPX, 'giro.gpx')
  expect(await screen.findByText('Deposito: Già in uso')).toBeVisible()
})
test('a file of another kind is refused without asking the server [areas.41]', async () => {
  const { requests } = await show(<ImportMapFile kind="hub" />)
  await choose('a;b', 'giro.gpx')
  expect(await screen.findByText('Questo file non è GeoJSON, KML né GPX.')).toBeVisible()
  expect(requests.filter(q => q.method === 'POST')).toEqual([])
})
