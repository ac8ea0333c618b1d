// Imports many vehicles from a sheet, each with its tracker; errors in rows are reported before anything is stored.

import type { Endpoint } from '@flotta/core/contract.ts'
import { ImportSheet } from '@flotta/ui/resource/ImportSheet.tsx'
import type { Importable } from '@flotta/ui/resource/import-files.ts'
import type { SheetColumn } from '@flotta/ui/resource/sheet.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Color } from '../../fleets/contract.ts'
import { NewVehicle, VehicleForm } from '../contract.ts'
import { VehicleType } from '../values.ts'

/** The server's name of the field with the tracker's number. */
const TRACKER = 'device.identifier'
const columns: readonly SheetColumn[] = [
  { title: 'plate', field: 'plate', example: 'AB123CD', required: true, unique: true },
  { title: 'type', field: 'vehicle_type', example: 'V', required: true },
  { title: 'tracker', field: TRACKER, example: '350000000000006', unique: true },
  { title: 'model', field: 'model', example: 'Fiat Ducato' },
  { title: 'serial', field: 'serial', example: 'ZFA25000001234567' },
  { title: 'color', field: 'color', example: '#2e51bb' },
]
const { plate, model, serial } = VehicleForm.shape
const { identifier } = NewVehicle.shape.device.unwrap().unwrap().shape
const RowForm = z.object({
  plate,
  model,
  serial,
  // A new vehicle has a colour of this form or none; a form may also send an old one back unchanged.
  color: z.preprocess(v => (v === '' ? undefined : v), Color.optional()),
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
  /** Existing plates, and numbers of trackers where the user may know them; read once a file is chosen. */
  readonly known: () => Promise<ExistingVehicles>
  /** Fields that all vehicles of the sheet share, such as their company. */
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
