import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import { ENQUIRY_LIMITS, FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { formatRupees } from '#contracts/format.ts'
import { formatUnitPrice } from '#contracts/item/terms.ts'
import { t } from '#messages/messages.ts'
import { ItemLink } from '#web/lib/navigation/navigation.tsx'
import { summariesQuery } from '#web/site/queries/discovery-queries.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { getPlaceholder, ItemPicture } from '../items/pictures/picture.tsx'
import { type EnquiryListLine, updateEnquiryList } from '../items/remembered/enquiry-list.ts'
import { limitQuantity } from './limit-quantity.ts'
import { getLineSum, getListTotal } from './list-total.ts'
import { QuantityField } from './quantity-field.tsx'

type EnquiryList = readonly EnquiryListLine[]

/** A line and what its item is now: undefined while that is unknown, null when the item is no longer available. */
export interface CheckedLine extends EnquiryListLine {
  summary: ItemSummary | null | undefined
}

/** Returns the lines with the present data of their items. */
export function useCheckedLines(lines: EnquiryList): CheckedLine[] {
  const ids = lines.map(({ item }) => item)
  const { data, isPlaceholderData } = useQuery({
    ...summariesQuery(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return lines.map((line) => {
    const summary = data?.find(({ id }) => id === line.item)
    return { ...line, summary: summary ?? (data && !isPlaceholderData ? null : undefined) }
  })
}

interface EnquiryLinesProps {
  lines: CheckedLine[]
  /** Called when a link to an item is followed. */
  onLeave?: () => void
}

/** The items of the enquiry list with quantities, notes and sums. */
export function EnquiryLines({ lines, onLeave }: EnquiryLinesProps) {
  const { removed, remove, undo } = useRemoval()
  return (
    <>
      {removed && <UndoBar onUndo={undo}>{t('{name} was removed.', { name: removed.name })}</UndoBar>}
      {lines.length > ENQUIRY_LIMITS.lines && (
        <p role="alert" className="text-danger text-sm">
          {t(
            'An enquiry can have at most {limit} items. Remove {excess}, or send them with a second enquiry.',
            { limit: ENQUIRY_LIMITS.lines, excess: lines.length - ENQUIRY_LIMITS.lines },
          )}
        </p>
      )}
      {lines.length > 0 && (
        <ul className="border-line border-t">
          {lines.map((line) => (
            <Line key={line.item} line={line} onRemove={() => remove(line)} onLeave={onLeave} />
          ))}
        </ul>
      )}
      <Total lines={lines} />
    </>
  )
}

function Total({ lines }: { lines: CheckedLine[] }) {
  const sum = getListTotal(lines)
  if (!sum) return null
  return (
    <p className="flex flex-wrap justify-between gap-x-4 font-head font-semibold">
      {t('Total before GST')} <span className="tabular-nums">{formatRupees(sum.total)}</span>
      {sum.unpriced > 0 && (
        <span className="w-full font-normal font-text text-muted text-sm">
          {t('{count, plural, one {# line} other {# lines}} without a price', { count: sum.unpriced })}
        </span>
      )}
    </p>
  )
}

interface LineProps {
  line: CheckedLine
  onRemove: () => void
  onLeave: (() => void) | undefined
}

function Line({ line, onRemove, onLeave }: LineProps) {
  const { item, summary, quantity, note = '' } = line
  const name = summary?.name ?? line.name
  const sum = quantity > 1 ? getLineSum(line) : undefined
  const [hasNote, setHasNote] = useState(note !== '')
  const change = (changes: Partial<EnquiryListLine>) =>
    updateEnquiryList((lines) =>
      lines.map((other) => (other.item === item ? { ...other, ...changes } : other)),
    )
  return (
    <li className="wrap-anywhere grid grid-cols-[4.5rem_minmax(0,1fr)_auto] gap-x-3.5 border-line border-b py-3.5">
      <div className="aspect-4/3 self-start overflow-hidden bg-stage">
        {summary !== undefined && (
          <ItemPicture
            picture={summary?.picture ?? undefined}
            placeholder={getPlaceholder(summary?.kind ?? 'machine')}
            alt=""
            sizes="4.5rem"
          />
        )}
      </div>
      <div className="grid content-start gap-1.5">
        <p className="font-head font-semibold text-control leading-[1.15]">
          {summary ? (
            <ItemLink item={summary} onClick={onLeave} className="hover:underline">
              {name}
            </ItemLink>
          ) : (
            name
          )}
        </p>
        {summary === null ? (
          <p className="text-danger text-sm">{t('No longer available. Your enquiry will mention it.')}</p>
        ) : (
          <>
            {summary?.code && !summary.name.includes(summary.code) && (
              <p className="text-muted text-sm">{summary.code}</p>
            )}
            {summary?.price !== undefined && (
              <p className="flex flex-wrap justify-between gap-x-4 text-muted text-sm tabular-nums">
                {formatUnitPrice(summary.price, summary.unit)}
                {sum !== undefined && (
                  <b className="text-ink">{t('Sum {amount}', { amount: formatRupees(sum) })}</b>
                )}
              </p>
            )}
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <QuantityField
                name={name}
                quantity={limitQuantity(quantity)}
                onChange={(changed) => change({ quantity: changed })}
              />
              {!hasNote && (
                <Button
                  variant="link"
                  size="sm"
                  aria-label={t('Add note: {name}', { name })}
                  onClick={() => setHasNote(true)}
                >
                  {t('Add note')}
                </Button>
              )}
            </div>
            {hasNote && (
              <NoteField name={name} note={note} onChange={(changed) => change({ note: changed })} />
            )}
          </>
        )}
      </div>
      <IconButton
        label={t('Remove {name}', { name })}
        variant="ghost"
        onClick={onRemove}
        className="-mt-2 -mr-2"
      >
        <X aria-hidden="true" size={20} />
      </IconButton>
    </li>
  )
}

function NoteField(props: { name: string; note: string; onChange: (note: string) => void }) {
  const { name, note, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  // A note that is added by its button is empty; one from storage does not take the focus.
  useEffect(() => {
    if (input.current?.value === '') input.current.focus()
  }, [])
  return (
    <input
      ref={input}
      aria-label={t('Note: {name}', { name })}
      placeholder={t('Size, voltage, accessories...')}
      maxLength={FORM_LIMITS.lineNoteLength}
      value={note}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      className="field min-h-(--size-control-sm) py-1 text-sm"
    />
  )
}

/** The last removal, and the functions to remove an item and to take that back. */
function useRemoval() {
  const [removed, setRemoved] = useState<{ name: string; before: EnquiryList }>()
  const remove = (line: EnquiryListLine) =>
    updateEnquiryList((before) => {
      setRemoved({ name: line.name, before })
      return before.filter(({ item }) => item !== line.item)
    })
  const undo = () => {
    if (removed) restoreLines(removed.before)
    setRemoved(undefined)
  }
  return { removed, remove, undo }
}

/** Puts back the lines of `before` that are missing; what was changed since stays. */
export const restoreLines = (before: EnquiryList): void =>
  updateEnquiryList((now) => [
    ...before.map((line) => now.find(({ item }) => item === line.item) ?? line),
    ...now.filter(({ item }) => !before.some((line) => line.item === item)),
  ])

/** Says what was removed. Its button has the focus, because the one that was used is gone. */
export function UndoBar({ onUndo, children }: { onUndo: () => void; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses again for the next removed item
  useEffect(() => button.current?.focus(), [children])
  return (
    <p className="flex items-center justify-between gap-4 bg-surface-grey py-1 pr-1 pl-4 text-sm">
      <span role="status">{children}</span>
      <Button ref={button} variant="outline" size="sm" onClick={onUndo}>
        {t('Undo')}
      </Button>
    </p>
  )
}
