import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Enquiry } from '#contracts/enquiry.ts'
import { ENQUIRY_STATUS_LABELS } from '#contracts/enquiry-status.ts'
import { formatDay } from '#contracts/format.ts'
import { showToast } from '#web/lib/toast.ts'
import { formatFullName } from './labels.ts'
import { type EnquiryFilters, fitsFilters, toFilterQuery } from './search-params.ts'
import { type EnquiryPatch, invalidateEnquiries, updateEnquiry } from './use-update-enquiry.ts'

/**
 * The rows that fit the filters. One that was changed so that it does not fit leaves at once, with a message and Undo. While
 * it is changed by keyboard it stays until the focus leaves it or Enter is pressed: the arrow keys choose every status on
 * their way. `isCurrent` is false while the rows are those of earlier filters.
 */
export function useLeavingRows(rows: Enquiry[], filters: EnquiryFilters, isCurrent: boolean) {
  const client = useQueryClient()
  const pendingChanges = useIsMutating({ mutationKey: ['enquiry'] })
  const [heldId, setHeldId] = useState<string>()
  const shown = rows.filter((enquiry) => !isCurrent || enquiry.id === heldId || fitsFilters(enquiry, filters))
  const left = rows.filter((enquiry) => !shown.includes(enquiry))

  /** The rows of these filters as they were when they fitted. */
  const fitting = useRef({ filter: '', enquiries: new Map<string, Enquiry>() })
  useEffect(() => {
    if (!isCurrent) return
    const filter = toFilterQuery(filters)
    if (fitting.current.filter !== filter) fitting.current = { filter, enquiries: new Map() }
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
  }, [client, rows, left, filters, isCurrent])

  // The next page moves up once the server has the changes.
  const leftIds = left.map(({ id }) => id).join()
  useEffect(() => {
    if (leftIds && pendingChanges === 0) void client.invalidateQueries({ queryKey: ['enquiries', 'table'] })
  }, [client, leftIds, pendingChanges])

  return {
    shown,
    leftCount: left.length,
    /** The handlers of a row that keep it while it is changed by keyboard. */
    getRowHandlers: (id: string) => ({
      onKeyDown: ({ key }: KeyboardEvent) => setHeldId(key === 'Enter' ? undefined : id),
      onPointerDown: () => setHeldId(undefined),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setHeldId(undefined)
      },
    }),
  }
}

/**
 * Moves the focus, when the row that had it has left, to the same field of the row in its place; to the button of an empty
 * list if there is none. Returns the reference and the handler of the element that contains the list.
 */
export function useRowFocus() {
  const container = useRef<HTMLDivElement>(null)
  const focused = useRef<{ element: HTMLElement; row: number; cell: number }>(undefined)
  useLayoutEffect(() => {
    if (!focused.current || focused.current.element.isConnected || document.activeElement !== document.body)
      return
    const { element, row, cell } = focused.current
    focused.current = undefined
    const rows = [...(container.current?.querySelectorAll('tbody tr') ?? [])]
    const target =
      rows[Math.min(row, rows.length - 1)]?.children[cell]?.querySelector<HTMLElement>(element.tagName) ??
      container.current?.querySelector('button')
    target?.focus()
  })
  return {
    ref: container,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const cell = target.closest('td')
      const row = target.closest('tr')
      focused.current =
        cell && row ? { element: target, row: row.sectionRowIndex, cell: cell.cellIndex } : undefined
    },
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
    owner !== undefined && (owner ? `owner ${owner.name}` : 'no owner'),
    nextActionOn !== undefined &&
      (nextActionOn ? `follow-up ${formatDay(nextActionOn)}` : 'no follow-up date'),
  ]
  return `${formatFullName(after.customer)}: ${changes.filter(Boolean).join(', ')}`
}
