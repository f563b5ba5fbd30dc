import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

/** A press shorter than this is a click, not the begin of a drag. */
const DRAG_PX = 4

interface SortableProps {
  /** In their order. */
  ids: string[]
  /** What one of them is called when it is read out: 'Picture', then its number. */
  noun: string
  onMove: (from: number, to: number) => void
  children: ReactNode
}

/** Things that can be put in order by dragging their handle, or with it: Space lifts, arrows move, Space drops, Escape leaves all as it was. */
export function Sortable({ ids, noun, onMove, children }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const place = (id: unknown) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        screenReaderInstructions: {
          draggable: `Press Space to lift, move with the arrow keys, press Space to drop, Escape to cancel.`,
        },
        announcements: {
          onDragStart: ({ active }) => `${noun} lifted from ${place(active.id)}.`,
          onDragOver: ({ over }) => (over ? `${noun} is over ${place(over.id)}.` : undefined),
          onDragEnd: ({ over }) => (over ? `${noun} dropped at ${place(over.id)}.` : `${noun} dropped.`),
          onDragCancel: () => `${noun} is back where it was.`,
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over && active.id !== over.id)
          onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** What one sortable thing spreads on its own element, and its handle. */
export function useSortableItem(id: string, label: string) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id })
  const { 'aria-describedby': described } = attributes
  return {
    element: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
      'data-dragging': isDragging || undefined,
    },
    handle: (
      <IconButton
        ref={setActivatorNodeRef}
        label={label}
        variant="ghost"
        aria-describedby={described}
        className="cursor-grab touch-none active:cursor-grabbing"
        {...listeners}
      >
        <GripVertical aria-hidden="true" size={18} />
      </IconButton>
    ),
  }
}

/** The list with one of its entries moved. */
export function moved<Entry>(list: Entry[], from: number, to: number): Entry[] {
  const entry = list[from]
  if (entry === undefined) return list
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), entry, ...rest.slice(to)]
}
