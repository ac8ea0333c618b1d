// The places of a trip in their order: dragged by mouse, touch or keyboard, with notes for each.
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { usePassFocusOn } from '@flotta/ui/focus.ts'
import { ActionIcon, Textarea, Tooltip } from '@mantine/core'
import { IconGripVertical, IconNote, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDragSensors } from '../../../useDragSensors.ts'
import {
  type Draft,
  type DraftStop,
  townOf,
  withMovedStop,
  withNotes,
  withoutStop,
} from '../draft.ts'
import { canRemove, hasNotes, LONGEST_NOTES } from '../rules.ts'
import classes from './planner.module.css'
import type { ChangeDraft } from './useDraft.ts'

const indexOf = (stops: readonly DraftStop[], id: UniqueIdentifier): number =>
  stops.findIndex(stop => stop.key === id)

/** Each step of a drag as a screen reader says it. */
function useAnnouncements(stops: readonly DraftStop[]): Announcements {
  const { t } = useTranslation()
  const textValues = (id: UniqueIdentifier) => ({
    what: stops[indexOf(stops, id)]?.address ?? '',
    number: indexOf(stops, id) + 1,
    count: stops.length,
  })
  const lastOver = useRef<UniqueIdentifier | null>(null)
  return {
    onDragStart: ({ active }) => {
      lastOver.current = active.id
      return t('planner.drag.start', textValues(active.id))
    },
    onDragOver: ({ active, over }) => {
      // At the start a place lies over itself: announcing that would drown the announcement of the start.
      if (over === null || over.id === lastOver.current) return
      lastOver.current = over.id
      return t('planner.drag.over', {
        ...textValues(active.id),
        number: indexOf(stops, over.id) + 1,
      })
    },
    onDragEnd: ({ active, over }) =>
      t('planner.drag.end', {
        ...textValues(active.id),
        number: over === null ? textValues(active.id).number : indexOf(stops, over.id) + 1,
      }),
    onDragCancel: ({ active }) => t('planner.drag.cancel', textValues(active.id)),
  }
}

interface StopsProps {
  readonly draft: Draft
  readonly change: ChangeDraft
}
export function Stops({ draft: { stops }, change }: StopsProps) {
  const { t } = useTranslation()
  const sensors = useDragSensors(sortableKeyboardCoordinates)
  const announcements = useAnnouncements(stops)
  const drop = ({ active, over }: DragEndEvent) => {
    if (over !== null && over.id !== active.id)
      change(old => withMovedStop(old, indexOf(stops, active.id), indexOf(stops, over.id)))
  }
  if (stops.length === 0) return null
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('planner.drag.how') },
      }}
      onDragEnd={drop}
    >
      <SortableContext items={stops.map(stop => stop.key)} strategy={verticalListSortingStrategy}>
        <ol className={classes.stops} aria-label={t('planner.stops')}>
          {stops.map((stop, i) => (
            <Stop
              key={stop.key}
              stop={stop}
              number={i + 1}
              last={i === stops.length - 1}
              removable={canRemove(stops)}
              change={change}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

interface StopProps {
  readonly stop: DraftStop
  readonly number: number
  readonly last: boolean
  readonly removable: boolean
  readonly change: ChangeDraft
}
function Stop({ stop, number, last, removable, change }: StopProps) {
  const { t } = useTranslation()
  const sortable = useSortable({ id: stop.key })
  const { transform, transition } = sortable
  const line = useRef<HTMLDivElement>(null)
  usePassFocusOn(line)
  const hasText = hasNotes(stop.notes)
  const [open, setOpen] = useState(hasText)
  const town = townOf(stop)
  const name = { what: stop.address }
  return (
    <li
      ref={sortable.setNodeRef}
      className={classes.stop}
      data-dragging={sortable.isDragging || undefined}
      style={{
        transform: transform === null ? undefined : `translate3d(0, ${transform.y}px, 0)`,
        transition,
      }}
    >
      <div ref={line} className={classes.stopLine}>
        <Grip sortable={sortable} address={stop.address} />
        <span className={classes.number} data-end={last || undefined} aria-hidden>
          {number}
        </span>
        <span className={classes.place}>
          <span>{stop.address}</span>
          {town !== '' && <span className={classes.quiet}>{town}</span>}
        </span>
        <Tooltip label={t('planner.notes')}>
          <ActionIcon
            variant={hasText ? 'light' : 'subtle'}
            color={hasText ? 'blue' : 'gray'}
            aria-label={t(hasText ? 'planner.notes_of_present' : 'planner.notes_of', name)}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <IconNote size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {removable && (
          <Tooltip label={t('planner.remove_stop')}>
            <ActionIcon
              aria-label={t('planner.remove_stop_of', name)}
              onClick={() => change(old => withoutStop(old, stop.key))}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {open && <Notes stop={stop} change={change} />}
    </li>
  )
}

interface GripProps {
  readonly sortable: ReturnType<typeof useSortable>
  readonly address: string
}
function Grip({ sortable, address }: GripProps) {
  const { t } = useTranslation()
  return (
    <button
      ref={sortable.setActivatorNodeRef}
      type="button"
      className={classes.grip}
      {...sortable.listeners}
      aria-describedby={sortable.attributes['aria-describedby']}
      aria-roledescription={t('planner.drag.what')}
      aria-label={t('planner.drag.grip', { what: address })}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  )
}

function Notes({ stop, change }: Pick<StopProps, 'stop' | 'change'>) {
  const { t } = useTranslation()
  return (
    <Textarea
      aria-label={t('planner.notes_of', { what: stop.address })}
      placeholder={t('planner.notes_hint')}
      rows={2}
      maxLength={LONGEST_NOTES}
      value={stop.notes ?? ''}
      onChange={event => change(old => withNotes(old, stop.key, event.currentTarget.value))}
    />
  )
}
