// What a panel is: the default export of a service's panel.tsx.
import type { Vehicle } from '../vehicles/contract.ts'

export interface PanelProps {
  readonly vehicle: Vehicle
}
export type Panel = (props: PanelProps) => React.ReactNode
