// The target of a drag: by pointer what lies under it, by keys the next drop zone.
import {
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  pointerWithin,
  rectIntersection,
  type UniqueIdentifier,
} from '@dnd-kit/core'

/** The keyboard moves to a drop zone, not to a place: cards grow as they come into view, and another zone could be at the old place. */
export function dropZoneNavigation() {
  let targetId: UniqueIdentifier | null = null
  /** Arrows go to the next drop zone in the order of the page. */
  const next: KeyboardCoordinateGetter = (
    event,
    { currentCoordinates, context: { droppableContainers, over } },
  ) => {
    const step =
      event.code === 'ArrowRight' || event.code === 'ArrowDown'
        ? 1
        : event.code === 'ArrowLeft' || event.code === 'ArrowUp'
          ? -1
          : 0
    if (step === 0) return
    event.preventDefault()
    const zones = droppableContainers.getEnabled()
    const at = zones.findIndex(zone => zone.id === (targetId ?? over?.id))
    const zone = zones[(at + step + zones.length) % zones.length]
    const node = zone?.node.current
    if (zone === undefined || !node) return currentCoordinates
    targetId = zone.id
    node.scrollIntoView({ block: 'nearest' })
    const { left, top } = node.getBoundingClientRect()
    return { x: left + 12, y: top + 12 }
  }
  const collisions: CollisionDetection = args =>
    args.pointerCoordinates
      ? pointerWithin(args)
      : targetId === null
        ? rectIntersection(args)
        : [{ id: targetId }]
  return {
    next,
    collisions,
    begin: () => {
      targetId = null
    },
  }
}
