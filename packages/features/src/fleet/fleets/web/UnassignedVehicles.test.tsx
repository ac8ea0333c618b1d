// The vehicles without a fleet: their search, and what stands there when none is left.
import { DndContext } from '@dnd-kit/core'
import { showAt, signIn } from '@flotta/ui/testing.tsx'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { VehicleItem } from '../../vehicles/contract.ts'
import { UnassignedVehicles } from './UnassignedVehicles.tsx'

beforeEach(signIn)
const vehicle = (id: number): VehicleItem => ({
  id,
  plate: `AA${id}00`,
  serial: `S-${id}`,
  vehicle_type: 'V',
  vehicle_subtype: null,
  fleet_id: null,
})
const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(vehicle)
let show: (vehicles: readonly VehicleItem[]) => void
async function list(first: readonly VehicleItem[]) {
  function List() {
    const [vehicles, setVehicles] = useState(first)
    show = next => act(() => setVehicles(next))
    return (
      <DndContext>
        <UnassignedVehicles
          vehicles={vehicles}
          none={false}
          chosen={new Set()}
          mayEdit
          onChoose={() => undefined}
        />
      </DndContext>
    )
  }
  await showAt('/fleets', <List />)
}
const search = () => screen.queryByRole('textbox', { name: 'Cerca targa o telaio' })
const type = (words: string) => userEvent.type(search() as HTMLElement, words)
const plates = () => screen.queryAllByText(/^AA\d00$/).map(plate => plate.textContent)

test('a long list is searched by plate and by serial, as its field says, and its cross shows all again [general.105]', async () => {
  await list(nine)
  await type('aa300')
  expect(plates()).toEqual(['AA300'])
  await userEvent.click(screen.getByRole('button', { name: 'Cancella la ricerca' }))
  expect(plates()).toHaveLength(9)
  await type('s-7')
  expect(plates()).toEqual(['AA700'])
})

test('a search stays in sight while it hides vehicles, also when few are left', async () => {
  await list(nine)
  await type('aa300')
  show(nine.slice(3))
  expect(screen.getByText('Nessun risultato')).toBeInTheDocument()
  expect(search()).toHaveValue('aa300')
  await userEvent.clear(search() as HTMLElement)
  expect(plates()).toHaveLength(6)
  expect(search()).not.toBeInTheDocument()
})

test('a short list has no search, and an empty one says that every vehicle has its fleet', async () => {
  await list(nine.slice(0, 8))
  expect(search()).not.toBeInTheDocument()
  show([])
  expect(screen.getByText('Tutti i mezzi hanno una flotta')).toBeInTheDocument()
})
