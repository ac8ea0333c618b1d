// A vehicle that the search found leads to its place on the map.
import { foundGroup } from '@flotta/ui/search.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { VehicleSearchResult } from '../contract.ts'
import classes from './search.module.css'

/** A vehicle's own colour may be stored as a word. */
const isColor = (color: string | null): color is string =>
  color !== null && /^#[0-9a-f]{6}$/i.test(color)

export default foundGroup({
  group: 'vehicles',
  order: 3,
  title: 'vehicles.title',
  row: VehicleSearchResult,
  show: ({ color, vehicle_type, plate, serial }) => ({
    mark: (
      <span className={classes.mark} style={isColor(color) ? { borderColor: color } : undefined}>
        <VehicleTypeIcon type={vehicle_type} size={18} />
      </span>
    ),
    name: plate,
    more: serial,
  }),
  href: ({ id }) => `/global-map?v=${id}`,
})
