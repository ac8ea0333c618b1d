// A vehicle in a fleet: type and plate; selected by a click, dragged by mouse, touch and keyboard.

import { useDraggable } from '@dnd-kit/core'
import { usePassFocusOn } from '@flotta/ui/focus.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { IconX } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { VehicleItem } from '../../vehicles/contract.ts'
import classes from './fleets.module.css'

export interface ChipProps {
  readonly vehicle: VehicleItem
  readonly mayEdit: boolean
  readonly chosen: boolean
  readonly onChoose: (vehicle: VehicleItem) => void
  /** Takes it out of its fleet, after a confirmation. */
  readonly onTakeOut?: (vehicle: VehicleItem) => void
}

export const VehicleChip = memo(function VehicleChip({
  vehicle,
  mayEdit,
  chosen,
  onChoose,
  onTakeOut,
}: ChipProps) {
  const { t } = useTranslation()
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: vehicle.id,
    disabled: !mayEdit,
    data: { plate: vehicle.plate },
  })
  const box = useRef<HTMLSpanElement>(null)
  usePassFocusOn(box)
  const face = (
    <>
      <VehicleTypeIcon
        type={vehicle.vehicle_type}
        size={18}
        label={t(`vehicles.type.${vehicle.vehicle_type}`)}
      />
      <span className={classes.plate}>{vehicle.plate}</span>
    </>
  )
  if (!mayEdit) return <span className={classes.chip}>{face}</span>
  return (
    <span
      ref={box}
      className={classes.chip}
      data-chosen={chosen || undefined}
      data-dragging={isDragging || undefined}
    >
      <button
        ref={setNodeRef}
        type="button"
        className={classes.grip}
        {...listeners}
        aria-describedby={attributes['aria-describedby']}
        aria-roledescription={t('fleets.drag.what')}
        aria-pressed={chosen}
        onClick={() => onChoose(vehicle)}
      >
        {face}
      </button>
      {onTakeOut && (
        <button
          type="button"
          className={classes.out}
          onClick={() => onTakeOut(vehicle)}
          aria-label={t('fleets.take_out', { plate: vehicle.plate })}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  )
})
