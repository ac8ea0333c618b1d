// Trips planned for the vehicle: planning beside the map, the saved trips, and the comparison with what was driven.
import { Planner } from '../../map/planner/web/Planner.tsx'
import type { Panel } from '../panel.tsx'
import { DrivenTrip } from './web/DrivenTrip.tsx'

const DirectionsPanel: Panel = ({ vehicle }) => (
  <Planner
    vehicle_id={vehicle.id}
    renderComparison={trip => <DrivenTrip vehicle_id={vehicle.id} trip={trip} />}
  />
)
export default DirectionsPanel
