// The fleet of a vehicle: its colour and its code.
import classes from './alertconfigurations.module.css'
import type { ListedVehicle } from './useConfigurations.ts'

export function FleetLabel({ fleet }: Pick<ListedVehicle, 'fleet'>) {
  return fleet === undefined ? null : (
    <span className={classes.fleet}>
      <span className={classes.dot} style={{ background: fleet.color }} />
      {fleet.code}
    </span>
  )
}
