// What a panel is: the default export of a service's panel.tsx.
import { createContext } from 'react'
import type { Vehicle } from '../fleet/vehicles/contract.ts'

export interface PanelProps {
  readonly vehicle: Vehicle
}
export type Panel = (props: PanelProps) => React.ReactNode

/** How fast the vehicle of the open panel goes, km/h; undefined: not known. */
export const Speed = createContext<number | undefined>(undefined)

/** Whether its ignition is on; undefined: not known, or not for the reader to see. */
export const Ignition = createContext<boolean | undefined>(undefined)
