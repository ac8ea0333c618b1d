// A vehicle found leads to its place on the map.
import { foundGroup } from '@flotta/ui/search.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { FoundVehicle } from '../contract.ts'

export default foundGroup({
  group: 'vehicles',
  order: 3,
  title: 'vehicles.title',
  row: FoundVehicle,
  show: ({ vehicle_type, plate, serial }) => ({ mark: <VehicleTypeIcon type={vehicle_type} />, name: plate, more: serial }),
  href: ({ id }) => `/global-map?v=${id}`,
})
