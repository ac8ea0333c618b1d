// Many vehicles at once from a sheet, each with its tracker: what is wrong with a row is said before anything is stored.

import type { Endpoint } from '@flotta/core/contract.ts'
import { ImportSheet } from '@flotta/ui/resource/ImportSheet.tsx'
import type { Importable } from '@flotta/ui/resource/import-files.ts'
import type { SheetColumn } from '@flotta/ui/resource/sheet.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { NewVehicle, VehicleForm, VehicleType } from '../contract.ts'

/** As the server calls the number of the tracker. */
const TRACKER = 'device.identifier'
const columns: readonly SheetColumn[] = [
  { title: 'plate', field: 'plate', example: 'AB123CD', required: true, unique: true },
  { title: 'type', field: 'vehicle_type', example: 'V', required: true },
  { title: 'tracker', field: TRACKER, example: '350000000000006', unique: true },
  { title: 'model', field: 'model', example: 'Fiat Ducato' },
  { title: 'serial', field: 'serial', example: 'ZFA25000001234567' },
  { title: 'color', field: 'color', example: '#2e51bb' },
]
const { plate, model, serial, color } = VehicleForm.shape
const { identifier } = NewVehicle.shape.device.unwrap().unwrap().shape
const RowForm = z.object({
  plate,
  model,
  serial,
  color,
  vehicle_type: z.preprocess(v => (typeof v === 'string' ? v.toUpperCase() : v), VehicleType),
  [TRACKER]: z.preprocess(v => (v === '' ? undefined : v), identifier.optional()),
})

type Values = Readonly<Record<string, string | number>>
const bodyOf = ({ vehicle_type, [TRACKER]: tracker = '', ...values }: Values): object => ({
  ...values,
  vehicle_type: String(vehicle_type).toUpperCase(),
  device: tracker === '' ? null : { identifier: String(tracker) },
})

export interface ImportVehiclesProps {
  readonly resource: Importable
  /** The call that creates many at once. */
  readonly bulk: Endpoint
  /** Plates, and numbers of trackers where they may be known, that there are already; asked for once a file is there. */
  readonly known: () => Promise<ExistingVehicles>
  /** What every vehicle of the sheet has, such as its company. */
  readonly shared?: object
}
export interface ExistingVehicles {
  readonly plates: readonly string[]
  readonly trackers?: readonly string[]
}
export function ImportVehicles({ resource, bulk, known, shared = {} }: ImportVehiclesProps) {
  const { t } = useTranslation()
  return (
    <ImportSheet
      resource={resource}
      bulk={bulk}
      columns={columns}
      schema={RowForm}
      known={async () => {
        const { plates, trackers = [] } = await known()
        return { plate: plates, [TRACKER]: trackers }
      }}
      toBody={values => ({ ...bodyOf(values), ...shared })}
      takesCsv
      title={t('vehicles.import')}
    />
  )
}
