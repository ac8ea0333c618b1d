// What a panel is: the default export of a service's panel.tsx.
import { createContext } from 'react'
import type { Vehicle } from '../fleet/vehicles/contract.ts'

export interface PanelProps {
  readonly vehicle: Vehicle
}
export type Panel = (props: PanelProps) => React.ReactNode

/** The speed of the open panel's vehicle, km/h; undefined: unknown. */
export const Speed = createContext<number | undefined>(undefined)

/** Whether its ignition is on; undefined: unknown, or the reader may not see it. */
export const Ignition = createContext<boolean | undefined>(undefined)
