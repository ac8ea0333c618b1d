// The refrigeration panel: temperatures and setpoints, the unit's state and commands, the work order, and the history.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { useQuery } from '@tanstack/react-query'
import { LastCommand } from '../commands/web/LastCommand.tsx'
import shared from '../panel.module.css'
import type { Panel } from '../panel.tsx'
import { data } from './contract.ts'
import { ColdHistory } from './web/ColdHistory.tsx'
import { Compartments } from './web/Compartments.tsx'
import { Temperatures } from './web/Temperatures.tsx'
import { Unit } from './web/Unit.tsx'
import { WorkOrder } from './web/WorkOrder.tsx'

/** Interval of polling, ms: changes of the device's connection send no event. */
const POLL_MS = 10_000

const EyecoldPanel: Panel = ({ vehicle }) => {
  const {
    data: cold,
    error,
    refetch,
  } = useQuery({ ...query(data, { params: { id: vehicle.id } }), refetchInterval: POLL_MS })
  return (
    <>
      {cold !== undefined ? (
        <>
          <Temperatures cold={cold} />
          <WorkOrder vehicle={vehicle} cold={cold} />
          <Compartments vehicle={vehicle} cold={cold} />
          <Unit vehicle={vehicle} cold={cold} />
          {(cold.cmd_enabled || cold.last_command !== null) && (
            <div className={shared.section}>
              <LastCommand command={cold.last_command} />
            </div>
          )}
        </>
      ) : (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={6} />
      )}
      <ColdHistory vehicle={vehicle} cold={cold} />
    </>
  )
}
export default EyecoldPanel
