import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  rectSortingStrategy,
  SortableContext,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { IconButton } from '../button.tsx'
import { NO_ANNOUNCEMENTS } from './dnd-announcements.ts'

/** A pointer that moves less clicks instead of dragging. */
const DRAG_PX = 4

interface SortableState {
  ids: string[]
  move: (from: number, to: number) => void
}
const OrderContext = createContext<SortableState>({ ids: [], move: () => {} })

interface SortableProps {
  /** The ids of the entries, in order. */
  ids: string[]
  /** The name of an entry in announcements, such as 'Picture'. */
  itemLabel: string
  /** Whether the entries are in one column or in rows. */
  layout: 'list' | 'grid'
  onMove: (from: number, to: number) => void
  children: ReactNode
}

/** A list that is reordered by dragging the handle of an entry, or with the arrow keys while the handle has the focus. */
export function Sortable({ ids, itemLabel, layout, onMove, children }: SortableProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_PX } }))
  const [announcement, setAnnouncement] = useState('')
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= ids.length) return
    onMove(from, to)
    setAnnouncement(
      t('{item} moved to position {position} of {count}.', {
        item: itemLabel,
        position: to + 1,
        count: ids.length,
      }),
    )
  }
  return (
    <OrderContext value={{ ids, move }}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements: NO_ANNOUNCEMENTS,
          screenReaderInstructions: { draggable: t('Use the arrow keys to move it.') },
        }}
        onDragEnd={({ active, over }) => {
          if (over) move(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
        }}
      >
        <SortableContext
          items={ids}
          strategy={layout === 'list' ? verticalListSortingStrategy : rectSortingStrategy}
        >
          {children}
        </SortableContext>
      </DndContext>
    </OrderContext>
  )
}

const KEY_OFFSETS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** The props of a sortable entry's element, and its handle. */
export function useSortableItem(id: string, label: string) {
  const { ids, move } = useContext(OrderContext)
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id })
  const handle = useRef<HTMLButtonElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    const offset = KEY_OFFSETS[event.key]
    if (!offset) return
    event.preventDefault()
    const index = ids.indexOf(id)
    move(index, index + offset)
    // React may have inserted its element again at the new position, which removes the focus.
    requestAnimationFrame(() => handle.current?.focus())
  }
  return {
    element: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), transition },
      'data-dragging': isDragging || undefined,
    },
    handle: (
      <IconButton
        ref={(button: HTMLButtonElement | null) => {
          handle.current = button
          setActivatorNodeRef(button)
        }}
        label={label}
        variant="ghost"
        aria-describedby={attributes['aria-describedby']}
        className="cursor-grab touch-none active:cursor-grabbing"
        {...listeners}
        onKeyDown={handleKeyDown}
      >
        <GripVertical aria-hidden="true" size={18} />
      </IconButton>
    ),
  }
}
