import { keepPreviousData, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { ENQUIRY_STATUS_LABELS } from '#contracts/enquiry/status.ts'
import { formatDay } from '#contracts/format.ts'
import { showToast } from '#web/lib/toast.ts'
import { formatFullName } from '../labels.ts'
import { enquiriesQuery } from '../queries.ts'
import { type EnquiryPatch, invalidateEnquiries, updateEnquiry } from '../use-update-enquiry.ts'
import { type EnquiryList, fitsFilters } from './search-params.ts'

const NO_ROWS: Enquiry[] = []
const TABLE_KEY = ['enquiries', 'table']

/**
 * The query of the table and its rows that fit the filters. One that was changed so that it does not fit leaves at once, with
 * a message and Undo. While it is changed by keyboard it stays until the focus leaves it or Enter is pressed: the arrow keys
 * choose every status on their way. Meanwhile nothing is fetched, because the server's list would lack it.
 */
export function useLeavingRows({ query: listQuery, filters, filterQuery }: EnquiryList) {
  const client = useQueryClient()
  const pendingChanges = useIsMutating({ mutationKey: ['enquiry'] })
  const [held, setHeld] = useState<{ id: string; listQuery: string }>()
  const heldId = held?.listQuery === listQuery ? held.id : undefined
  const query = useQuery({
    ...enquiriesQuery('table', listQuery),
    placeholderData: keepPreviousData,
    enabled: heldId === undefined,
  })
  const rows = query.data?.items ?? NO_ROWS
  /** The rows may be those of earlier filters. */
  const isCurrent = !query.isPlaceholderData
  const shown = rows.filter((enquiry) => !isCurrent || enquiry.id === heldId || fitsFilters(enquiry, filters))
  const left = rows.filter((enquiry) => !shown.includes(enquiry))

  /** The rows of these filters as they were when they fitted. */
  const fitting = useRef({ filter: '', enquiries: new Map<string, Enquiry>() })
  useEffect(() => {
    if (!isCurrent) return
    if (fitting.current.filter !== filterQuery)
      fitting.current = { filter: filterQuery, enquiries: new Map() }
    const { enquiries } = fitting.current
    for (const enquiry of rows) if (fitsFilters(enquiry, filters)) enquiries.set(enquiry.id, enquiry)
    for (const enquiry of left) {
      const before = enquiries.get(enquiry.id)
      if (!enquiries.delete(enquiry.id) || !before) continue
      const undo = () =>
        updateEnquiry(client, enquiry.id, getChangedFields(enquiry, before)).then(
          () => invalidateEnquiries(client),
          () => {},
        )
      showToast({
        title: 'Moved out of this list',
        description: describeChange(before, enquiry),
        action: { label: 'Undo', run: () => void undo() },
      })
    }
  }, [client, rows, left, filters, filterQuery, isCurrent])

  // The next page moves up once the server has the changes.
  const leftIds = left.map(({ id }) => id).join()
  useEffect(() => {
    if (leftIds && pendingChanges === 0) void client.invalidateQueries({ queryKey: TABLE_KEY })
  }, [client, leftIds, pendingChanges])

  const release = () => setHeld(undefined)
  const hold = (id: string) => {
    if (!isCurrent || id === heldId) return
    setHeld({ id, listQuery })
    // Otherwise the response to a request that is on its way could lack the row.
    void client.cancelQueries({ queryKey: TABLE_KEY })
  }

  return {
    query,
    shown,
    leftCount: left.length,
    /** The handlers of a row that keep it while it is changed by keyboard. */
    getRowHandlers: (id: string) => ({
      onKeyDown: ({ key }: KeyboardEvent) => (key === 'Enter' ? release() : hold(id)),
      onPointerDown: release,
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) release()
      },
    }),
  }
}

/** The fields of `to` that differ from those of `from`. */
function getChangedFields(from: Enquiry, to: Enquiry): EnquiryPatch {
  return {
    ...(to.status !== from.status && { status: to.status }),
    ...(to.owner?.id !== from.owner?.id && { owner: to.owner }),
    ...(to.nextActionOn !== from.nextActionOn && { nextActionOn: to.nextActionOn }),
  }
}

/** 'Meera Raghavan: status Contacted'. */
function describeChange(before: Enquiry, after: Enquiry): string {
  const { status, owner, nextActionOn } = getChangedFields(before, after)
  const changes = [
    status && `status ${ENQUIRY_STATUS_LABELS[status]}`,
    owner !== undefined && (owner ? `in charge ${owner.name}` : 'nobody in charge'),
    nextActionOn !== undefined &&
      (nextActionOn ? `follow-up ${formatDay(nextActionOn)}` : 'no follow-up date'),
  ]
  return `${formatFullName(after.customer)}: ${changes.filter(Boolean).join(', ')}`
}
