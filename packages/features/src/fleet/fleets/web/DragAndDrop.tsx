// Dragging by mouse, touch and keyboard: space picks up and drops, the arrows go from fleet to fleet; screen readers announce each step.

import { type Announcements, DndContext, DragOverlay } from '@dnd-kit/core'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDragSensors } from '../../../useDragSensors.ts'
import type { VehicleItem } from '../../vehicles/contract.ts'
import { dropZoneNavigation } from './drop-zone-navigation.ts'
import classes from './fleets.module.css'

interface Target {
  readonly fleet_id: number | null
  readonly code: string
}
const targetOf = (
  over: { readonly data: { readonly current?: unknown } } | null,
): Target | undefined => over?.data.current as Target | undefined

interface DragAndDropProps {
  /** The vehicles that are dragged together with this one. */
  readonly dragged: (vehicle_id: number) => readonly VehicleItem[]
  readonly onDrop: (vehicles: readonly VehicleItem[], fleet_id: number | null) => void
  readonly children: ReactNode
}
export function DragAndDrop({ dragged, onDrop, children }: DragAndDropProps) {
  const { t } = useTranslation()
  const [dragging, setDragging] = useState<readonly VehicleItem[]>([])
  const [keys] = useState(dropZoneNavigation)
  const sensors = useDragSensors(keys.next)
  const announcements = useAnnouncements(dragged)
  const [first] = dragging
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={keys.collisions}
      accessibility={{
        screenReaderInstructions: { draggable: t('fleets.drag.how') },
        announcements,
      }}
      onDragStart={({ active }) => {
        keys.begin()
        setDragging(dragged(Number(active.id)))
      }}
      onDragCancel={() => setDragging([])}
      onDragEnd={({ over }) => {
        const target = targetOf(over)
        if (target !== undefined) onDrop(dragging, target.fleet_id)
        setDragging([])
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {first !== undefined && (
          <span className={classes.held}>
            <VehicleTypeIcon type={first.vehicle_type} size={18} />
            <span className={classes.plate}>{first.plate}</span>
            {dragging.length > 1 && <span className={classes.heldCount}>{dragging.length}</span>}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  )
}

/** Each step of a drag as a screen reader says it. */
function useAnnouncements(dragged: DragAndDropProps['dragged']): Announcements {
  const { t } = useTranslation()
  const plates = (id: unknown) => {
    const vehicles = dragged(Number(id))
    return vehicles.length === 1
      ? (vehicles[0]?.plate ?? '')
      : t('fleets.vehicles', { count: vehicles.length })
  }
  return {
    onDragStart: ({ active }) => t('fleets.drag.start', { what: plates(active.id) }),
    onDragOver: ({ active, over }) =>
      t(over === null ? 'fleets.drag.nowhere' : 'fleets.drag.over', {
        what: plates(active.id),
        where: targetOf(over)?.code ?? '',
      }),
    onDragEnd: ({ active, over }) =>
      t(over === null ? 'fleets.drag.cancel' : 'fleets.drag.end', {
        what: plates(active.id),
        where: targetOf(over)?.code ?? '',
      }),
    onDragCancel: ({ active }) => t('fleets.drag.cancel', { what: plates(active.id) }),
  }
}
