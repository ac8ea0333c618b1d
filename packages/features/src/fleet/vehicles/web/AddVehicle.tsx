// Adds a vehicle with its tracker, and then shows the checks that the tracker passes.
import { FormDrawer } from '@flotta/ui/FormDrawer.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddVehicleForm, type AddVehicleFormProps } from './AddVehicleForm.tsx'
import { type AddedVehicle, type CheckOf, TrackerCheck, type WiringOf } from './TrackerCheck.tsx'

export interface AddVehicleProps
  extends Omit<AddVehicleFormProps, 'onAdded' | 'services'>,
    Partial<Pick<AddVehicleFormProps, 'services'>> {
  readonly opened: boolean
  readonly check: CheckOf
  readonly wiringOf: WiringOf
  /** The person who adds the vehicle can see it on the map. */
  readonly hasMap?: boolean
}

export function AddVehicle({ opened, onClose, ...body }: AddVehicleProps) {
  const { t } = useTranslation()
  if (!opened) return null
  return (
    <FormDrawer title={t('vehicles.add.title')} onClose={onClose} closeOnClickOutside={false}>
      <AddBody onClose={onClose} {...body} />
    </FormDrawer>
  )
}

function AddBody({ check, wiringOf, hasMap = false, ...form }: Omit<AddVehicleProps, 'opened'>) {
  const [added, setAdded] = useState<{ vehicle: AddedVehicle; phone: string | null } | null>(null)
  return added === null ? (
    <AddVehicleForm {...form} onAdded={(vehicle, phone) => setAdded({ vehicle, phone })} />
  ) : (
    <TrackerCheck
      {...added}
      check={check}
      wiringOf={wiringOf}
      hasMap={hasMap}
      onClose={form.onClose}
    />
  )
}
