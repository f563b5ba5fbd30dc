import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { QUOTATION_LIMITS } from '#contracts/quotation/limits.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox, CheckboxField, FIELD_CLASSES, Select, TextArea, TextField } from '#web/ui/field.tsx'
import type { DraftLine } from '../editor/draft.ts'
import { useQuotationState } from '../editor/fields.tsx'
import { getMediaId } from '../editor/prefill.ts'
import { itemByIdQuery } from '../requests.ts'
import { listReplaceable } from './line-commands.ts'

interface LineDetailsProps {
  id: string
  line: DraftLine
  number: number
  onChange: (changes: Partial<DraftLine>) => void
}

/** What a line has beside its row: code, further text, options, specifications and the picture. */
export function LineDetails({ id, line, number, onChange }: LineDetailsProps) {
  const lines = useQuotationState(({ value: draft }) => draft.lines)
  const item = useQuery({ ...itemByIdQuery(line.item), enabled: line.item !== '' }).data
  const [title = '', ...rest] = line.description.split('\n')
  const mediaId = item && getMediaId(item)
  return (
    <section
      id={id}
      aria-label={`Details of line ${number}`}
      className="grid gap-4 border-line border-t bg-surface-grey px-3 py-4 md:grid-cols-2 xl:pl-11.5"
    >
      <div className="grid content-start gap-3">
        <TextField
          label="Code"
          maxLength={100}
          autoComplete="off"
          value={line.code}
          onChange={({ target }) => onChange({ code: target.value })}
        />
        <TextArea
          label="Text below the description"
          rows={3}
          maxLength={QUOTATION_LIMITS.descriptionLength - 500}
          value={rest.join('\n')}
          onChange={({ target }) =>
            onChange({ description: target.value ? `${title}\n${target.value}` : title })
          }
        />
        <CheckboxField
          label="Optional: the buyer can choose it"
          checked={line.optional}
          onChange={({ target }) =>
            onChange(target.checked ? { optional: true } : { optional: false, alternativeTo: '' })
          }
        />
        <Select
          label="Alternative to"
          hint="If the buyer chooses it, it replaces this line."
          value={line.alternativeTo}
          onChange={({ target }) =>
            onChange({ alternativeTo: target.value, ...(target.value && { optional: true }) })
          }
        >
          <option value="">No line</option>
          {listReplaceable(lines, line.key).map((other) => (
            <option key={other.key} value={other.key}>
              {`Line ${lines.indexOf(other) + 1}: ${other.description.split('\n')[0]}`}
            </option>
          ))}
        </Select>
        {(mediaId || line.picture) && (
          <CheckboxField
            label="Show the picture of the item"
            checked={line.picture !== ''}
            onChange={({ target }) => onChange({ picture: target.checked ? (mediaId ?? line.picture) : '' })}
          />
        )}
      </div>
      <Specifications line={line} available={item?.specifications ?? []} onChange={onChange} />
    </section>
  )
}

interface SpecificationsProps {
  line: DraftLine
  /** The specifications of the item. */
  available: [string, string][]
  onChange: (changes: Partial<DraftLine>) => void
}

/** The specifications that the document shows: those of the item that are chosen, and further ones. */
function Specifications({ line, available, onChange }: SpecificationsProps) {
  const { specifications } = line
  const isChosen = ([name]: [string, string]) => specifications.some(([other]) => other === name)
  const ofItem = available.filter(([name, value]) => name.length <= 300 && value.length <= 300)
  const own = specifications
    .map((pair, index) => ({ pair, index }))
    .filter(({ pair }) => !ofItem.some(([name]) => name === pair[0]))
  const set = (pairs: [string, string][]) => onChange({ specifications: pairs })
  const toggle = (pair: [string, string]) =>
    set(
      isChosen(pair)
        ? specifications.filter(([name]) => name !== pair[0])
        : // In the order of the item, own ones last.
          [
            ...ofItem
              .filter((other) => other[0] === pair[0] || isChosen(other))
              .map(([name, value]): [string, string] => {
                const chosen = specifications.find(([other]) => other === name)
                return chosen ?? [name, value]
              }),
            ...own.map(({ pair }) => pair),
          ],
    )
  const isFull = specifications.length >= QUOTATION_LIMITS.specifications
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-head font-medium text-label tracking-label">
        Specifications in the document
      </legend>
      <div className="grid gap-1">
        {ofItem.map((pair) => (
          <SpecificationBox
            key={pair[0]}
            pair={pair}
            checked={isChosen(pair)}
            disabled={isFull && !isChosen(pair)}
            onToggle={() => toggle(pair)}
          />
        ))}
        {own.map(({ pair: [name, value], index }) => (
          <div key={index} className="flex gap-2">
            {(['Name', 'Value'] as const).map((label, part) => (
              <input
                key={label}
                aria-label={label}
                placeholder={label}
                maxLength={QUOTATION_LIMITS.textLength}
                className={FIELD_CLASSES.sm}
                value={part === 0 ? name : value}
                onChange={({ target }) =>
                  set(specifications.with(index, part === 0 ? [target.value, value] : [name, target.value]))
                }
              />
            ))}
            <IconButton
              label="Remove the specification"
              variant="ghost"
              onClick={() => set(specifications.toSpliced(index, 1))}
            >
              <Trash2 aria-hidden="true" size={18} />
            </IconButton>
          </div>
        ))}
      </div>
      <Button
        variant="outline"
        size="sm"
        className="mt-2"
        disabled={isFull || own.some(({ pair }) => pair[0] === '')}
        onClick={() => set([...specifications, ['', '']])}
      >
        <Plus aria-hidden="true" size={16} /> Add specification
      </Button>
    </fieldset>
  )
}

interface SpecificationBoxProps {
  pair: [string, string]
  checked: boolean
  disabled: boolean
  onToggle: () => void
}

function SpecificationBox({ pair: [name, value], checked, disabled, onToggle }: SpecificationBoxProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex items-center gap-3">
      <Checkbox id={id} checked={checked} disabled={disabled} onChange={onToggle} />
      <span className="wrap-anywhere min-w-0">
        <span className="text-muted">{name}: </span>
        {value}
      </span>
    </label>
  )
}
