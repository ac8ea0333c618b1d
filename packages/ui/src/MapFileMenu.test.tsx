// Downloads the records of a list as a file for maps: requested in the chosen format, saved under the list's name; a failure is reported.
import { endpoint } from '@flotta/core/contract.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { MapFileMenu } from './MapFileMenu.tsx'
import { answering, failing, show, signIn } from './testing.tsx'

const exported = endpoint({
  method: 'GET',
  path: '/depots/export',
  summary: 'All depots as a file',
  allow: 'view',
  scope: 'customer',
  query: z.object({ format: z.string() }),
  reply: z.object({ type: z.string() }),
})
const menu = (
  <MapFileMenu endpoint={exported} args={format => ({ query: { format } })} name="Depositi" />
)
/** Names of the files that were saved. */
let savedNames: string[]
beforeEach(() => {
  signIn()
  savedNames = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: () => 'blob:flotta/1',
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    savedNames.push(this.download)
  })
})

test('each format that map programs read is offered, and is saved with its ending', async () => {
  const { requests } = await show(menu, answering(exported, { type: 'FeatureCollection' }))
  await userEvent.click(screen.getByRole('button', { name: 'File per mappe' }))
  expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual([
    'GPX',
    'KML',
    'GeoJSON',
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'KML' }))
  await waitFor(() => expect(savedNames).toEqual(['Depositi.kml']))
  expect(requests.map(({ path }) => path)).toEqual(['/depots/export?format=kml'])
})
test('a refusal of the server has a message, and the button stays for another try', async () => {
  await show(menu, failing(exported, 429, { message: 'Troppe richieste', code: 'too_many' }))
  await userEvent.click(screen.getByRole('button', { name: 'File per mappe' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'GPX' }))
  expect(await screen.findByText('Troppe richieste')).toBeInTheDocument()
  expect(savedNames).toEqual([])
  expect(screen.getByRole('button', { name: 'File per mappe' })).toBeEnabled()
})
