// Dragging by mouse, touch and keyboard: with the keyboard, space picks up and drops, the arrows go from fleet to fleet; each step is told to readers.

import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VehicleItem } from '../../vehicles/contract.ts'
import classes from './fleets.module.css'

interface Target {
  readonly fleet_id: number | null
  readonly code: string
}
const targetOf = (over: { readonly data: { readonly current?: unknown } } | null): Target | undefined => over?.data.current as Target | undefined

/** Arrows go to the next drop zone, as they stand on the page. */
const nextZone: KeyboardCoordinateGetter = (event, { currentCoordinates, context: { droppableRects, droppableContainers, over, collisionRect } }) => {
  const step = event.code === 'ArrowRight' || event.code === 'ArrowDown' ? 1 : event.code === 'ArrowLeft' || event.code === 'ArrowUp' ? -1 : 0
  if (step === 0 || collisionRect === null) return
  event.preventDefault()
  const zones = droppableContainers.getEnabled().filter(zone => droppableRects.has(zone.id))
  const at = zones.findIndex(zone => zone.id === over?.id)
  const next = zones[(at + step + zones.length) % zones.length]
  const rect = next && droppableRects.get(next.id)
  if (rect === undefined) return currentCoordinates
  next?.node.current?.scrollIntoView({ block: 'nearest' })
  return { x: rect.left + 12, y: rect.top + 12 }
}
const collisions: CollisionDetection = args => (args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args))

export function Dragging({
  dragged,
  onDrop,
  children,
}: {
  /** What goes along when this one is dragged. */
  readonly dragged: (vehicle_id: number) => readonly VehicleItem[]
  readonly onDrop: (vehicles: readonly VehicleItem[], fleet_id: number | null) => void
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  const [held, setHeld] = useState<readonly VehicleItem[]>([])
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextZone, keyboardCodes: { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter', 'Tab'] } }),
  )
  const plates = (id: unknown) => {
    const vehicles = dragged(Number(id))
    return vehicles.length === 1 ? (vehicles[0]?.plate ?? '') : t('fleets.vehicles', { count: vehicles.length })
  }
  const [first] = held
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collisions}
      accessibility={{
        screenReaderInstructions: { draggable: t('fleets.drag.how') },
        announcements: {
          onDragStart: ({ active }) => t('fleets.drag.start', { what: plates(active.id) }),
          onDragOver: ({ active, over }) =>
            t(over === null ? 'fleets.drag.nowhere' : 'fleets.drag.over', { what: plates(active.id), where: targetOf(over)?.code ?? '' }),
          onDragEnd: ({ active, over }) =>
            t(over === null ? 'fleets.drag.cancel' : 'fleets.drag.end', { what: plates(active.id), where: targetOf(over)?.code ?? '' }),
          onDragCancel: ({ active }) => t('fleets.drag.cancel', { what: plates(active.id) }),
        },
      }}
      onDragStart={({ active }) => setHeld(dragged(Number(active.id)))}
      onDragCancel={() => setHeld([])}
      onDragEnd={({ over }) => {
        const target = targetOf(over)
        if (target !== undefined) onDrop(held, target.fleet_id)
        setHeld([])
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {first !== undefined && (
          <span className={classes.held}>
            <VehicleTypeIcon type={first.vehicle_type} size={18} />
            <span className={classes.plate}>{first.plate}</span>
            {held.length > 1 && <span className={classes.heldCount}>{held.length}</span>}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  )
}
