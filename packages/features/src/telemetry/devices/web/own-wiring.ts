// The wiring of a device as its own company reads and sets it.
import { call, query } from '@flotta/ui/api.ts'
import { setWiring, wiring } from '../contract.ts'
import type { WiringSource } from './Wiring.tsx'

export const ownWiring = (id: number): WiringSource => ({
  read: query(wiring, { params: { id } }),
  wire: values => call(setWiring, { params: { id }, body: { wiring: values } }),
})
