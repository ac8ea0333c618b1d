// What the command of a row on a board is: the default export of a service's row-command.tsx.
import type { Vehicle } from '../fleet/vehicles/contract.ts'

export interface RowCommandProps {
  readonly vehicle: Pick<Vehicle, 'id' | 'plate' | 'status'>
  /** The compartment, from 1; null: the whole vehicle. */
  readonly part: number | null
}
export type RowCommand = (props: RowCommandProps) => React.ReactNode
