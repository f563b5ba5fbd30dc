import {
  DndContext,
  MouseSensor,
  useDndMonitor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Enquiry, EnquiryStatus } from '#contracts/enquiry.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { formatCount } from '../../../lib/format.ts'
import { formatDay, formatTime } from '../../../lib/time.ts'
import { SILENT_DRAGS } from '../../../ui/silent-drags.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { LoadFailure } from '../frame/load-failure.tsx'
import { may, useSignedIn } from '../session/session.ts'
import { filterQuery, type Wish } from './address.ts'
import { useChangeEnquiry } from './change.ts'
import { ContactLinks } from './contact-links.tsx'
import { About } from './enquiry-table.tsx'
import { enquiriesQuery } from './queries.ts'
import { fullName, isDue, STATUS_LABELS } from './words.ts'
import { StatusField } from './work-fields.tsx'

/** Cards of one column; the table shows the rest. */
const COLUMN_CARDS = 20

/** A press that moves less is a click. */
const DRAG_PX = 6

/** Enquiries in a column for every status. A card moves by the mouse or by its status field, which keeps the keyboard. */
export function EnquiryBoard({ wish }: { wish: Wish }) {
  const [moved, setMoved] = useState<{ id: string; told: string }>()
  const sensors = useSensors(useSensor(MouseSensor, { activationConstraint: { distance: DRAG_PX } }))
  const columns = useQueries({
    queries: ENQUIRY_STATUSES.map((status) => ({
      ...enquiriesQuery('board', `${filterQuery({ ...wish, status })}&limit=${COLUMN_CARDS}`),
      placeholderData: keepPreviousData,
    })),
  })
  const failed = columns.find(({ data, error }) => !data && error)
  if (failed?.error) {
    const retry = () => Promise.all(columns.map(({ refetch }) => refetch()))
    return <LoadFailure what="The enquiries" error={failed.error} retry={retry} />
  }
  if (columns.some(({ isPending }) => isPending)) return <Spinner label="Loading..." />
  const all = columns.flatMap(({ data }) => data?.rows ?? [])
  const cards = [...new Map(all.map((enquiry) => [enquiry.id, enquiry])).values()]
  return (
    <DndContext sensors={sensors} accessibility={{ announcements: SILENT_DRAGS }}>
      <p role="status" className="sr-only">
        {moved?.told}
      </p>
      <div className="grid auto-cols-[minmax(11.5rem,1fr)] grid-flow-col gap-2.5 overflow-x-auto pb-2">
        {ENQUIRY_STATUSES.map((status, index) => (
          <Column
            key={status}
            status={status}
            cards={cards.filter((enquiry) => enquiry.status === status)}
            total={columns[index]?.data?.total ?? 0}
            more={`?${filterQuery({ ...wish, status })}`}
            movedId={moved?.id}
            onMoved={(enquiry, to) =>
              setMoved({
                id: enquiry.id,
                told: `${fullName(enquiry.customer)} moved to ${STATUS_LABELS[to]}.`,
              })
            }
          />
        ))}
      </div>
    </DndContext>
  )
}

interface ColumnProps {
  status: EnquiryStatus
  cards: Enquiry[]
  total: number
  /** The address of all of them. */
  more: string
  movedId: string | undefined
  onMoved: (enquiry: Enquiry, to: EnquiryStatus) => void
}

function Column({ status, cards, total, more, movedId, onMoved }: ColumnProps) {
  const label = STATUS_LABELS[status]
  const { setNodeRef, isOver } = useDroppable({ id: status })
  const newestFirst = cards.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  return (
    <section
      ref={setNodeRef}
      aria-label={label}
      className={`min-w-0 rounded-lg border p-2.5 ${isOver ? 'border-link bg-marine-soft' : 'border-line bg-surface'}`}
    >
      <h2 className="mb-2.5 flex items-baseline justify-between px-1 text-xl">
        {label}
        <span className="font-medium text-base text-muted tabular-nums">{formatCount(total)}</span>
      </h2>
      {cards.length === 0 && <p className="px-1 py-4 text-muted text-sm">None.</p>}
      <ul className="grid gap-2.5">
        {newestFirst.map((enquiry) => (
          <Card
            key={enquiry.id}
            enquiry={enquiry}
            moved={enquiry.id === movedId}
            onMoved={(to) => onMoved(enquiry, to)}
          />
        ))}
      </ul>
      {total > cards.length && (
        <Link to={more} className="mt-2.5 block px-1 py-2 text-link text-sm hover:underline">
          {`All ${formatCount(total)} in the table`}
        </Link>
      )}
    </section>
  )
}

function Card({
  enquiry,
  moved,
  onMoved,
}: {
  enquiry: Enquiry
  moved: boolean
  onMoved: (to: EnquiryStatus) => void
}) {
  const isNew = enquiry.status === 'new'
  const drag = useDraggedCard(enquiry, onMoved)
  return (
    <li
      {...drag}
      className={`grid gap-1.5 rounded-md border bg-surface p-2.5 text-sm data-dragging:relative data-dragging:z-10 data-dragging:shadow-float ${isNew ? 'border-line border-l-3 border-l-marine' : 'border-line'}`}
    >
      <Link
        to={`/admin/customers/${enquiry.customer.id}`}
        className="font-semibold text-base text-link leading-tight hover:underline"
      >
        {fullName(enquiry.customer)}
      </Link>
      <p className="text-muted">{formatTime(enquiry.createdAt)}</p>
      <About enquiry={enquiry} />
      <p className="wrap-anywhere line-clamp-2">{enquiry.message}</p>
      <ContactLinks customer={enquiry.customer} enquiry={enquiry} />
      <StatusField enquiry={enquiry} autoFocus={moved} onChanged={onMoved} />
      <Plans enquiry={enquiry} />
    </li>
  )
}

/** A card that the mouse carries to another column changes its status there, for those who may. */
function useDraggedCard(enquiry: Enquiry, onMoved: (to: EnquiryStatus) => void) {
  const { mutate } = useChangeEnquiry(enquiry.id)
  const disabled = !may(useSignedIn(), 'enquiries.edit')
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id: enquiry.id, disabled })
  useDndMonitor({
    onDragEnd: ({ active, over }) => {
      const status = ENQUIRY_STATUSES.find((candidate) => candidate === over?.id)
      if (active.id !== enquiry.id || !status || status === enquiry.status) return
      mutate({ status })
      onMoved(status)
    },
  })
  return {
    ref: setNodeRef,
    style: { transform: CSS.Translate.toString(transform) },
    'data-dragging': isDragging || undefined,
    ...listeners,
  }
}

/** Who sees to it and when; changed in the table or on the person's screen. */
function Plans({ enquiry }: { enquiry: Enquiry }) {
  const { owner, nextActionOn } = enquiry
  if (!owner && !nextActionOn) return null
  return (
    <p>
      {owner?.name}
      {owner && nextActionOn && ', '}
      {nextActionOn && (
        <span className={isDue(enquiry) ? 'font-semibold text-danger' : ''}>
          {`${isDue(enquiry) ? 'due' : 'next'} ${formatDay(nextActionOn)}`}
        </span>
      )}
    </p>
  )
}
