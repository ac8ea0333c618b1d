// The wiring of a device of any company, as a provider reads and sets it.
import { call, query } from '@flotta/ui/api.ts'
import type { WiringSource } from '../../../telemetry/devices/web/Wiring.tsx'
import { setWiring, wiring } from '../contract.ts'

export const providedWiring = (id: number): WiringSource => ({
  read: query(wiring, { params: { id } }),
  wire: values => call(setWiring, { params: { id }, body: { wiring: values } }),
})
