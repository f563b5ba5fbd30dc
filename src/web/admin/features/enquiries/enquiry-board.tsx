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
import { formatDateTime, formatDay } from '#web/lib/format-date.ts'
import { NO_ANNOUNCEMENTS } from '#web/ui/dnd-announcements.ts'
import { formatCount } from '../../../lib/format.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { LoadError } from '../layout/load-error.tsx'
import { can, useCurrentUser } from '../session/session.ts'
import { ContactLinks } from './contact-links.tsx'
import { EnquirySubject } from './enquiry-table.tsx'
import { StatusField } from './inline-fields.tsx'
import { formatFullName, isDue, STATUS_LABELS } from './labels.ts'
import { enquiriesQuery } from './queries.ts'
import { type EnquiryFilters, toFilterQuery } from './search-params.ts'
import { useUpdateEnquiry } from './use-update-enquiry.ts'

/** Cards of one column; the table shows the rest. */
const MAX_COLUMN_CARDS = 20

/** A press that moves less is a click. */
const DRAG_THRESHOLD_PX = 6

/** Enquiries in a column for every status. A card moves by the mouse or by its status field, which keeps the keyboard. */
export function EnquiryBoard({ filters }: { filters: EnquiryFilters }) {
  const [lastMove, setLastMove] = useState<{ id: string; announcement: string }>()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_THRESHOLD_PX } }),
  )
  const columns = useQueries({
    queries: ENQUIRY_STATUSES.map((status) => ({
      ...enquiriesQuery('board', `${toFilterQuery({ ...filters, status })}&limit=${MAX_COLUMN_CARDS}`),
      placeholderData: keepPreviousData,
    })),
  })
  const failed = columns.find(({ data, error }) => !data && error)
  if (failed?.error) {
    const retry = () => Promise.all(columns.map(({ refetch }) => refetch()))
    return <LoadError subject="The enquiries" error={failed.error} onRetry={retry} />
  }
  if (columns.some(({ isPending }) => isPending)) return <Spinner label="Loading..." />
  const enquiries = columns.flatMap(({ data }) => data?.rows ?? [])
  const cards = [...new Map(enquiries.map((enquiry) => [enquiry.id, enquiry])).values()]
  return (
    <DndContext sensors={sensors} accessibility={{ announcements: NO_ANNOUNCEMENTS }}>
      <p role="status" className="sr-only">
        {lastMove?.announcement}
      </p>
      <div className="grid auto-cols-[minmax(11.5rem,1fr)] grid-flow-col gap-2.5 overflow-x-auto pb-2">
        {ENQUIRY_STATUSES.map((status, index) => (
          <Column
            key={status}
            status={status}
            cards={cards.filter((enquiry) => enquiry.status === status)}
            total={columns[index]?.data?.total ?? 0}
            moreHref={`?${toFilterQuery({ ...filters, status })}`}
            movedId={lastMove?.id}
            onMoved={(enquiry, to) =>
              setLastMove({
                id: enquiry.id,
                announcement: `${formatFullName(enquiry.customer)} moved to ${STATUS_LABELS[to]}.`,
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
  moreHref: string
  movedId: string | undefined
  onMoved: (enquiry: Enquiry, to: EnquiryStatus) => void
}

function Column({ status, cards, total, moreHref, movedId, onMoved }: ColumnProps) {
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
            isMoved={enquiry.id === movedId}
            onMoved={(to) => onMoved(enquiry, to)}
          />
        ))}
      </ul>
      {total > cards.length && (
        <Link to={moreHref} className="mt-2.5 block px-1 py-2 text-link text-sm hover:underline">
          {`All ${formatCount(total)} in the table`}
        </Link>
      )}
    </section>
  )
}

function Card({
  enquiry,
  isMoved,
  onMoved,
}: {
  enquiry: Enquiry
  isMoved: boolean
  onMoved: (to: EnquiryStatus) => void
}) {
  const isNew = enquiry.status === 'new'
  const drag = useDraggableCard(enquiry, onMoved)
  return (
    <li
      {...drag}
      className={`grid gap-1.5 rounded-md border bg-surface p-2.5 text-sm data-dragging:relative data-dragging:z-10 data-dragging:shadow-float ${isNew ? 'border-line border-l-3 border-l-marine' : 'border-line'}`}
    >
      <Link
        to={`/admin/customers/${enquiry.customer.id}`}
        className="font-semibold text-base text-link leading-tight hover:underline"
      >
        {formatFullName(enquiry.customer)}
      </Link>
      <p className="text-muted">{formatDateTime(enquiry.createdAt)}</p>
      <EnquirySubject enquiry={enquiry} />
      <p className="wrap-anywhere line-clamp-2">{enquiry.message}</p>
      <ContactLinks customer={enquiry.customer} enquiry={enquiry} />
      <StatusField enquiry={enquiry} autoFocus={isMoved} onChanged={onMoved} />
      <FollowUp enquiry={enquiry} />
    </li>
  )
}

/** A card that the mouse carries to another column changes its status there, for those who may. */
function useDraggableCard(enquiry: Enquiry, onMoved: (to: EnquiryStatus) => void) {
  const { mutate } = useUpdateEnquiry(enquiry.id)
  const disabled = !can(useCurrentUser(), 'enquiries.edit')
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
function FollowUp({ enquiry }: { enquiry: Enquiry }) {
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
