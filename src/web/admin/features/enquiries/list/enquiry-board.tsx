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
import type { Enquiry, EnquiryStatus } from '#contracts/enquiry/enquiry.ts'
import { ENQUIRY_STATUS_LABELS, ENQUIRY_STATUSES } from '#contracts/enquiry/status.ts'
import { formatCount, formatDateTime, formatDay } from '#contracts/format.ts'
import { toQueryString } from '#web/admin/list/use-list.ts'
import { can, useCurrentUser } from '#web/admin/session/session.ts'
import { LoadError } from '#web/admin/shell/load-error.tsx'
import { NO_ANNOUNCEMENTS } from '#web/ui/sortable/dnd-announcements.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ContactLinks } from '../customers/contact-links.tsx'
import { formatFullName, isDue } from '../labels.ts'
import { enquiriesQuery } from '../queries.ts'
import { useUpdateEnquiry } from '../use-update-enquiry.ts'
import { EnquirySubject } from './enquiry-table.tsx'
import { StatusSelect } from './inline-fields.tsx'
import type { EnquiryList } from './search-params.ts'

/** Cards of one column; the list view shows all enquiries. */
const MAX_COLUMN_CARDS = 20

/** A press that moves the pointer less is a click. */
const DRAG_THRESHOLD_PX = 6

/**
 * Enquiries in one column per status. A card moves by mouse or by its status field. The moved card stays on the board
 * and keeps the keyboard while its change is sent and while the lists are fetched again.
 */
export function EnquiryBoard({ list }: { list: EnquiryList }) {
  const toStatusQuery = (status: EnquiryStatus) => toQueryString({ ...list.filters, status })
  const { movedCard, announcement, move } = useMovedCard()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_THRESHOLD_PX } }),
  )
  const columns = useQueries({
    queries: ENQUIRY_STATUSES.map((status) => ({
      ...enquiriesQuery('board', `${toStatusQuery(status)}&limit=${MAX_COLUMN_CARDS}`),
      placeholderData: keepPreviousData,
    })),
  })
  const failed = columns.find(({ data, error }) => !data && error)
  if (failed?.error) {
    const retry = () => Promise.all(columns.map(({ refetch }) => refetch()))
    return <LoadError subject="The enquiries" error={failed.error} onRetry={retry} />
  }
  if (columns.some(({ isPending }) => isPending)) return <Spinner label="Loading..." />
  const cards = listCards(
    columns.flatMap(({ data }) => data?.items ?? []),
    movedCard,
  )
  return (
    <DndContext sensors={sensors} accessibility={{ announcements: NO_ANNOUNCEMENTS }}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="grid auto-cols-[minmax(11.5rem,1fr)] grid-flow-col gap-2.5 overflow-x-auto pb-2">
        {ENQUIRY_STATUSES.map((status, index) => (
          <Column
            key={status}
            status={status}
            cards={cards.filter((enquiry) => enquiry.status === status)}
            total={columns[index]?.data?.total ?? 0}
            moreHref={`?${toStatusQuery(status)}`}
            movedId={movedCard?.enquiry.id}
            onMove={move}
          />
        ))}
      </div>
    </DndContext>
  )
}

interface MovedCard {
  /** Before the response the enquiry with its chosen status, afterwards as the server returned it. */
  enquiry: Enquiry
  state: 'pending' | 'saved' | 'failed'
}
/** `saved` resolves to the enquiry as the server stored it. */
type MoveCard = (enquiry: Enquiry, status: EnquiryStatus, saved: Promise<Enquiry>) => void

/** The card that was moved last. Its state changes in the event of the move, before the next key event. */
function useMovedCard() {
  const [movedCard, setMovedCard] = useState<MovedCard>()
  const [announcement, setAnnouncement] = useState('')
  const move: MoveCard = (enquiry, status, saved) => {
    const pending: MovedCard = { enquiry: { ...enquiry, status }, state: 'pending' }
    const settle = (settled: MovedCard) =>
      setMovedCard((current) => (current === pending ? settled : current))
    setMovedCard(pending)
    setAnnouncement(`${formatFullName(enquiry.customer)} moved to ${ENQUIRY_STATUS_LABELS[status]}.`)
    saved.then(
      (stored) => settle({ enquiry: stored, state: 'saved' }),
      () => settle({ enquiry, state: 'failed' }),
    )
  }
  return { movedCard, announcement, move }
}

/**
 * The enquiries of all lists without duplicates. The moved card is shown as it was moved until a list contains a newer
 * revision, and also while no list contains it.
 */
function listCards(enquiries: Enquiry[], movedCard: MovedCard | undefined): Enquiry[] {
  const cardsById = new Map(enquiries.map((enquiry) => [enquiry.id, enquiry]))
  if (!movedCard || movedCard.state === 'failed') return [...cardsById.values()]
  const { enquiry, state } = movedCard
  const listed = cardsById.get(enquiry.id)
  if (!listed || state === 'pending' || listed.revision < enquiry.revision) cardsById.set(enquiry.id, enquiry)
  return [...cardsById.values()]
}

interface ColumnProps {
  status: EnquiryStatus
  cards: Enquiry[]
  total: number
  /** URL of the list view with all enquiries of this status. */
  moreHref: string
  movedId: string | undefined
  onMove: MoveCard
}

function Column({ status, cards, total, moreHref, movedId, onMove }: ColumnProps) {
  const label = ENQUIRY_STATUS_LABELS[status]
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
      {cards.length === 0 && <p className="px-1 py-4 text-muted text-sm">No enquiries.</p>}
      <ul className="grid gap-2.5">
        {newestFirst.map((enquiry) => (
          <Card key={enquiry.id} enquiry={enquiry} isMoved={enquiry.id === movedId} onMove={onMove} />
        ))}
      </ul>
      {total > cards.length && (
        <Link to={moreHref} className="mt-2.5 block px-1 py-2 text-link text-sm hover:underline">
          {`All ${formatCount(total)} in the list`}
        </Link>
      )}
    </section>
  )
}

function Card({ enquiry, isMoved, onMove }: { enquiry: Enquiry; isMoved: boolean; onMove: MoveCard }) {
  const { mutateAsync } = useUpdateEnquiry(enquiry.id)
  const move = (status: EnquiryStatus) => onMove(enquiry, status, mutateAsync({ status }))
  const isNew = enquiry.status === 'new'
  const drag = useDraggableCard(enquiry, move)
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
      {enquiry.message && <p className="wrap-anywhere line-clamp-2">{enquiry.message}</p>}
      <ContactLinks customer={enquiry.customer} enquiry={enquiry} />
      <StatusSelect enquiry={enquiry} restoreFocus={isMoved} onChange={move} />
      <FollowUp enquiry={enquiry} />
    </li>
  )
}

/** Lets the mouse drag a card to another column, which changes its status. Disabled without the permission to edit. */
function useDraggableCard(enquiry: Enquiry, onMove: (status: EnquiryStatus) => void) {
  const disabled = !can(useCurrentUser(), 'enquiries.edit')
  const { setNodeRef, listeners, transform, isDragging } = useDraggable({ id: enquiry.id, disabled })
  useDndMonitor({
    onDragEnd: ({ active, over }) => {
      const status = ENQUIRY_STATUSES.find((candidate) => candidate === over?.id)
      if (active.id === enquiry.id && status && status !== enquiry.status) onMove(status)
    },
  })
  return {
    ref: setNodeRef,
    style: { transform: CSS.Translate.toString(transform) },
    'data-dragging': isDragging || undefined,
    ...listeners,
  }
}

/** The owner and the follow-up date; both are edited in the list or on the customer's screen. */
function FollowUp({ enquiry }: { enquiry: Enquiry }) {
  const { owner, nextActionOn } = enquiry
  if (!owner && !nextActionOn) return null
  return (
    <p>
      {owner?.name}
      {owner && nextActionOn && ', '}
      {nextActionOn && (
        <span className={isDue(enquiry) ? 'font-semibold text-danger' : ''}>
          {`${isDue(enquiry) ? 'Due' : 'Follow-up'} ${formatDay(nextActionOn)}`}
        </span>
      )}
    </p>
  )
}
