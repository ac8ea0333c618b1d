// The dialog that adds a vehicle to a company of the installation.
import { call, query } from '@flotta/ui/api.ts'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddVehicle } from '../../../fleet/vehicles/web/AddVehicle.tsx'
import { ImportVehicles } from '../../../fleet/vehicles/web/ImportVehicles.tsx'
import { CompanyPicker } from '../../area/web/CompanyPicker.tsx'
import { check, devices, unclaimedDevices } from '../../devices/contract.ts'
import { providedWiring } from '../../devices/web/provided-wiring.ts'
import { bulk, vehicles } from '../contract.ts'

const NONE = 0

export function ProvidedVehicle({
  opened,
  onClose,
  identifier,
}: {
  readonly opened: boolean
  readonly onClose: () => void
  /** The name of an unclaimed device that becomes the vehicle's tracker. */
  readonly identifier?: string
}) {
  const queries = useQueryClient()
  const [customer_id, setCustomer] = useState<number | null>(null)
  const [device_id, setDevice] = useState(NONE)
  return (
    <AddVehicle
      opened={opened}
      onClose={onClose}
      {...(identifier !== undefined && { identifier })}
      isReady={customer_id !== null}
      many={
        identifier === undefined &&
        customer_id !== null && (
          <ImportVehicles
            key={customer_id}
            resource={vehicles}
            bulk={bulk}
            shared={{ customer_id }}
            known={async () => {
              const [present, trackers] = await Promise.all([
                queries.fetchQuery(query(vehicles.all, {})),
                queries.fetchQuery(query(devices.all, {})),
              ])
              return {
                plates: present.filter(v => v.customer_id === customer_id).map(v => v.plate),
                trackers: trackers.map(d => d.identifier),
              }
            }}
          />
        )
      }
      add={async body => {
        const vehicle = await call(vehicles.create, {
          body: { ...body, customer_id: customer_id ?? NONE },
        })
        setDevice(vehicle.device?.id ?? NONE)
        await Promise.all([
          refresh(queries, vehicles),
          refresh(queries, devices),
          queries.invalidateQueries({ queryKey: [unclaimedDevices.path] }),
        ])
        return vehicle
      }}
      check={() => query(check, { params: { id: device_id } })}
      wiringOf={() => (device_id === NONE ? null : providedWiring(device_id))}
    >
      <CompanyPicker value={customer_id} onChange={setCustomer} />
    </AddVehicle>
  )
}
