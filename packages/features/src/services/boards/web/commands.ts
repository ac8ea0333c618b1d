// The commands that a row of a board gives, found by the service's folder.
import { type ComponentType, lazy } from 'react'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'

export interface RowCommandProps {
  readonly vehicle: Pick<Vehicle, 'id' | 'plate' | 'status'>
  readonly part: number | null
}
const files = import.meta.glob<{ default: ComponentType<RowCommandProps> }>(
  '../../[a-z]*/row-command.tsx',
)
const commands = new Map(
  Object.entries(files).map(([path, load]) => [path.split('/').at(-2) ?? '', lazy(load)]),
)
export const rowCommandOf = (code: string) => commands.get(code)
