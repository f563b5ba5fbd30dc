import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { formatCount } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import type { RelatedItem } from '#contracts/item/relation.ts'
import {
  listGroups,
  RELATION_GROUPS,
  RELATION_INPUT_LIMITS,
  type RelationGroup,
} from '#contracts/item/relation-groups.ts'
import { ITEM_STATE_LABELS } from '#contracts/item/state.ts'
import { mergeValues } from '#web/admin/editing/merge.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { ItemCombobox, type OfferedItem } from '#web/admin/shell/item-combobox.tsx'
import { LoadError } from '#web/admin/shell/load-error.tsx'
import { dismissToast, showToast, useCurrentToast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select, TextField } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import {
  addRelation,
  changeRelation,
  getRelatableKind,
  listAssemblies,
  MAX_LISTED,
  type RelationValues,
  relationGroupQuery,
  relationGroupsQuery,
  removeRelation,
} from './relation-queries.ts'

/** Suggests the assemblies that are in use, as parts of one assembly must have the same one. */
const ASSEMBLIES_ID = 'assemblies'
const EMPTY: RelationValues = { assembly: '', position: '', quantity: null }

/** The related items of an item by group, and the fields that relate it to another one. */
export default function RelationsPanel({ item }: { item: Item }) {
  const groups = useQuery(relationGroupsQuery(item.id))
  const edit = useRelationEdits(item)
  const names = listGroups(item.kind)
  if (groups.isPending) return <Spinner label="Loading..." />
  if (groups.isError)
    return <LoadError subject="The relations" error={groups.error} onRetry={() => void groups.refetch()} />
  return (
    <div className="grid gap-6">
      <datalist id={ASSEMBLIES_ID}>
        {listAssemblies(Object.values(groups.data)).map((assembly) => (
          <option key={assembly} value={assembly} />
        ))}
      </datalist>
      <AddFields item={item} groups={names} onAdd={edit.add} />
      {names.map((group) => {
        const found = groups.data[group]
        return found && <Group key={group} item={item} group={group} found={found} edit={edit} />
      })}
    </div>
  )
}

/** The changes of relations, each with a message that offers to undo it. */
function useRelationEdits({ id }: Item) {
  const client = useQueryClient()
  // A change that is entered while the one before it is being saved is based on the revision of that one.
  const ownRevisions = useRef(new Map<string, number>())
  const withOwnRevision = (relation: RelatedItem['relation']) => {
    const revision = ownRevisions.current.get(relation.id) ?? 0
    return revision > relation.revision ? { ...relation, revision } : relation
  }
  const save = async (relation: RelatedItem['relation'], values: RelationValues) => {
    const saved = await changeRelation(id, withOwnRevision(relation), values)
    ownRevisions.current.set(saved.relation.id, saved.relation.revision)
    return saved.relation
  }
  // One after the other: leaving a field saves it, and the click that left it may be another change.
  const run = useMutation<void, Error, () => Promise<void>>({
    scope: { id: `relations of ${id}` },
    mutationFn: (action) => action(),
    onError: (error) => showErrorToast(error.message),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(`/api/items/${encodeURIComponent(id)}/`),
      }),
  })
  const report = (title: string, description: string, undo: () => Promise<unknown>) =>
    showToast({
      title,
      description,
      action: { label: 'Undo', run: () => run.mutate(async () => void (await undo())) },
    })
  return {
    add: (group: RelationGroup, other: { id: string; name: string }, values: RelationValues) =>
      run.mutate(async () => {
        const { relation } = await addRelation(id, group, other.id, values)
        report('Relation added', other.name, () => removeRelation(id, relation))
      }),
    /** `from` are the values before; `onFailed` runs if they are still the stored ones. */
    change: (
      { relation, name }: RelatedItem,
      from: RelationValues,
      to: RelationValues,
      onFailed: () => void,
    ) =>
      run.mutate(async () => {
        const saved = await save(relation, to).catch((error) => {
          onFailed()
          throw error
        })
        report('Relation changed', name, () => save(saved, from))
      }),
    remove: (group: RelationGroup, related: RelatedItem) =>
      run.mutate(async () => {
        const { assembly, position, quantity } = related.relation
        await removeRelation(id, withOwnRevision(related.relation))
        report('Relation removed', related.name, () =>
          addRelation(id, group, related.id, { assembly, position, quantity }),
        )
      }),
  }
}
type RelationEdits = ReturnType<typeof useRelationEdits>

interface AddFieldsProps {
  item: Item
  groups: RelationGroup[]
  onAdd: RelationEdits['add']
}

/** Searches for an item and relates it. Assembly stays for the next one, since parts are entered by assembly. */
function AddFields({ item, groups, onAdd }: AddFieldsProps) {
  const [group, setGroup] = useState(groups[0]!)
  const [values, setValues] = useState(EMPTY)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const toast = useCurrentToast()
  const changeText = (changed: string) => {
    setText(changed)
    // It would cover what is found.
    if (toast?.open && toast.variant === 'default') dismissToast(toast.id)
  }
  const isAssembled = RELATION_GROUPS[group].type === 'fits'
  const add = (other: OfferedItem) => {
    if (isAssembled && !isQuantity(values.quantity)) return showErrorToast(QUANTITY_MESSAGE)
    onAdd(group, other, isAssembled ? values : EMPTY)
    setText('')
    setValues({ ...EMPTY, assembly: values.assembly })
    field.current?.focus()
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <Select
          label="Relation"
          value={group}
          onChange={({ target }) => setGroup(target.value as RelationGroup)}
        >
          {groups.map((each) => (
            <option key={each} value={each}>
              {RELATION_GROUPS[each].label}
            </option>
          ))}
        </Select>
        <div>
          <ItemCombobox
            field={
              <TextField ref={field} label="Find an item by code or name" type="search" autoComplete="off" />
            }
            value={text}
            onType={changeText}
            onPick={add}
            kind={getRelatableKind(item.kind, group)}
            excludedId={item.id}
          />
        </div>
      </div>
      {isAssembled && <ValueFields values={values} onChange={setValues} />}
    </div>
  )
}

interface ValueFieldsProps {
  values: RelationValues
  onChange: (values: RelationValues) => void
  /** Added to the labels of a row, so that they differ from those of others. */
  of?: string
  onBlur?: () => void
}

function ValueFields({ values, onChange, of, onBlur }: ValueFieldsProps) {
  const label = (text: string) => (of ? { 'aria-label': `${text} of ${of}` } : {})
  const commitByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onBlur?.()
  }
  const shared = { onBlur, onKeyDown: commitByEnter, autoComplete: 'off' }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem_5.5rem] gap-3">
      <TextField
        label="Assembly"
        {...label('Assembly')}
        {...shared}
        list={ASSEMBLIES_ID}
        value={values.assembly}
        maxLength={RELATION_INPUT_LIMITS.assemblyLength}
        onChange={({ target }) => onChange({ ...values, assembly: target.value })}
      />
      <TextField
        label="Position"
        {...label('Position')}
        {...shared}
        value={values.position}
        maxLength={RELATION_INPUT_LIMITS.positionLength}
        onChange={({ target }) => onChange({ ...values, position: target.value })}
      />
      <TextField
        label="Quantity"
        {...label('Quantity')}
        {...shared}
        type="number"
        min={1}
        max={RELATION_INPUT_LIMITS.quantity}
        value={values.quantity ?? ''}
        onChange={({ target }) =>
          onChange({ ...values, quantity: target.value === '' ? null : Number(target.value) })
        }
      />
    </div>
  )
}

interface GroupProps {
  item: Item
  group: RelationGroup
  found: { total: number; items: RelatedItem[] }
  edit: RelationEdits
}

/** The items of one group. The first ones are known; the button loads the others. */
function Group({ item, group, found, edit }: GroupProps) {
  const [isComplete, setComplete] = useState(false)
  const all = useQuery({ ...relationGroupQuery(item.id, group), enabled: isComplete })
  const { label } = RELATION_GROUPS[group]
  const { items, listProps } = useOrderWhileFocused((isComplete && all.data?.items) || found.items)
  return (
    <section aria-label={label}>
      <h3 className="mb-1 text-h4">{`${label} (${found.total})`}</h3>
      <ul className="grid" {...listProps}>
        {items.map((related) => (
          <Row
            key={related.relation.id}
            related={related}
            hasValues={RELATION_GROUPS[group].type === 'fits'}
            onChange={(...change) => edit.change(related, ...change)}
            onRemove={() => edit.remove(group, related)}
          />
        ))}
      </ul>
      {!isComplete && found.total > items.length && (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setComplete(true)}>
          {found.total > MAX_LISTED ? `Show ${MAX_LISTED} of ${found.total}` : `Show all ${found.total}`}
        </Button>
      )}
      {isComplete && found.total > MAX_LISTED && (
        <p className="mt-3 text-muted text-sm">
          {`The first ${MAX_LISTED} are shown. Export the list to see or change all of them.`}
        </p>
      )}
    </section>
  )
}

/** Keeps the order of the rows while one of them has the focus: a row that moves would lose it. */
function useOrderWhileFocused(present: RelatedItem[]) {
  const [order, setOrder] = useState<string[]>()
  const getIndex = ({ relation }: RelatedItem) => {
    const index = order?.indexOf(relation.id) ?? -1
    return index < 0 ? present.length : index
  }
  return {
    items: order ? present.toSorted((one, other) => getIndex(one) - getIndex(other)) : present,
    listProps: {
      onFocus: () => setOrder((known) => known ?? present.map(({ relation }) => relation.id)),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        // Another window has the focus if the active element is still in the list.
        const isInside =
          currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
        if (!isInside) setOrder(undefined)
      },
    },
  }
}

interface RowProps {
  related: RelatedItem
  hasValues: boolean
  onChange: (from: RelationValues, to: RelationValues, onFailed: () => void) => void
  onRemove: () => void
}

const QUANTITY_MESSAGE = `Quantity must be a whole number from 1 to ${formatCount(RELATION_INPUT_LIMITS.quantity)}.`

const isQuantity = (quantity: number | null): boolean =>
  quantity === null ||
  (Number.isInteger(quantity) && quantity >= 1 && quantity <= RELATION_INPUT_LIMITS.quantity)

const pickValues = ({ assembly, position, quantity }: RelationValues): RelationValues => ({
  ...{ assembly, position, quantity },
})

/** The values of a newer version of a relation, except for those that were edited since the older one. */
const mergeRelation = (mine: RelationValues, base: RelationValues, theirs: RelationValues): RelationValues =>
  mergeValues(
    { getLabel: (path) => path, toText: (_path, field) => String(field) },
    { base: pickValues(base), mine, theirs: pickValues(theirs) },
  ).value

function Row({ related, hasValues, onChange, onRemove }: RowProps) {
  const { name, code, state, relation } = related
  const [loaded, setLoaded] = useState(relation)
  /** The values that are stored, or are being saved. */
  const [stored, setStored] = useState(() => pickValues(relation))
  const [values, setValues] = useState(stored)
  // What is being entered stays when the relation is loaded again.
  if (loaded !== relation) {
    setLoaded(relation)
    setStored(pickValues(relation))
    setValues(mergeRelation(values, loaded, relation))
  }
  const commit = () => {
    const { quantity } = values
    if (!isQuantity(quantity)) {
      showErrorToast(QUANTITY_MESSAGE)
      return setValues({ ...values, quantity: stored.quantity })
    }
    const entered = { assembly: values.assembly.trim(), position: values.position.trim(), quantity }
    const isChanged = (Object.keys(entered) as (keyof RelationValues)[]).some(
      (field) => entered[field] !== stored[field],
    )
    if (!isChanged) return
    setStored(entered)
    setValues(entered)
    onChange(stored, entered, () => setStored(stored))
  }
  return (
    <li className="grid items-end gap-x-3 gap-y-2 border-line border-b py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <div className="flex min-w-0 items-center gap-2">
        <IconButton label={`Remove ${name}`} variant="ghost" onClick={onRemove}>
          <Trash2 aria-hidden="true" size={18} />
        </IconButton>
        <p className="min-w-0 wrap-anywhere">
          {name}
          {state !== 'published' && <Badge className="ml-2">{ITEM_STATE_LABELS[state]}</Badge>}
          {code && <span className="block text-muted text-sm">{code}</span>}
        </p>
      </div>
      {hasValues && <ValueFields values={values} onChange={setValues} onBlur={commit} of={name} />}
    </li>
  )
}
