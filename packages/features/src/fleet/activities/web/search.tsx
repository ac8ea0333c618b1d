// A vehicle that was found by its driver leads to the map.
import { foundGroup } from '@flotta/ui/search.ts'
import { IconSteeringWheel } from '@tabler/icons-react'
import { DriverSearchResult } from '../contract.ts'

export default foundGroup({
  group: 'driver_vehicles',
  order: 4,
  title: 'activities.found',
  row: DriverSearchResult,
  show: ({ plate, serial, driver }) => ({
    mark: <IconSteeringWheel size={18} stroke={1.75} aria-hidden />,
    name: `${driver.name} ${driver.surname}`,
    more: serial === null ? plate : `${plate} · ${serial}`,
  }),
  href: ({ id }) => `/global-map?v=${id}`,
})
