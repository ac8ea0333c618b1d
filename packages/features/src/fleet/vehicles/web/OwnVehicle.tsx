// Adds a vehicle to the own company, where the provider allows it.
import { call, query } from '@flotta/ui/api.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { devices } from '../../../telemetry/devices/contract.ts'
import { ownWiring } from '../../../telemetry/devices/web/own-wiring.ts'
import { list as heldAgreements } from '../../agreements/contract.ts'
import { all, check, create, createMany, list, VehicleForm } from '../contract.ts'
import { AddVehicle } from './AddVehicle.tsx'
import { ImportVehicles } from './ImportVehicles.tsx'

/** Rows of a sheet become these records. */
const sheetVehicles = { resource: 'vehicles', form: VehicleForm, create } as const

/** Whether the signed-in person may add vehicles, and whether the dialog is open. */
export function useAdding() {
  const mayAdd = useMay(create)
  const [isOpen, { open, close }] = useDisclosure(false)
  return { mayAdd, isOpen, open, close }
}

export function AddButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {t('vehicles.add.title')}
    </Button>
  )
}

export function OwnVehicle({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [added, setAdded] = useState<number | null>(null)
  const { data: device } = useQuery({
    ...query(devices.list, { query: { vehicle_id: added ?? 0 } }),
    enabled: added !== null,
    select: ({ data: [first] }) => first,
  })
  const { data } = useQuery(query(heldAgreements, { query: { per_page: 100 } }))
  const services = (data?.data ?? []).filter(a => a.vehicles > 0).map(a => a.id)
  return (
    <AddVehicle
      opened
      onClose={onClose}
      services={services}
      hasMap
      many={
        <ImportVehicles
          resource={sheetVehicles}
          bulk={createMany}
          known={async () => {
            const vehicles = await queries.fetchQuery(query(all, {}))
            return { plates: vehicles.map(v => v.plate) }
          }}
        />
      }
      add={async body => {
        const vehicle = await call(create, { body })
        if (body.device != null) setAdded(vehicle.id)
        await Promise.all(
          [all, list].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
        )
        return vehicle
      }}
      check={({ id }) => query(check, { params: { id } })}
      wiringOf={() => (device === undefined ? null : ownWiring(device.id))}
    />
  )
}
