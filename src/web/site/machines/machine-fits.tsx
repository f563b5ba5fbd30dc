import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleHelp, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Fits } from '#contracts/catalogue/discovery.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { t } from '#messages/messages.ts'
import { getJson } from '#web/lib/api/api.ts'
import { SiteLink, useSearchParams } from '#web/lib/navigation/navigation.tsx'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { buildCatalogueUrl } from '../catalogue-url.ts'
import { QuoteLink } from '../items/quote-link.tsx'
import { parseCatalogueUrl } from '../parse-catalogue-url.ts'
import { suggestionsQuery } from '../queries/discovery-queries.ts'
import { type OwnedMachine, parseEntry, renameMachine, setOwned } from './machine-entries.ts'

const MAX_MACHINE_NAME = 200
const DEBOUNCE_MS = 120
/** In full on a mark; further machines are counted. */
const MAX_NAMES_OF_MARK = 2

type LoadedFits = Omit<Fits, 'parts'> & { parts: Set<string> }

/** The parts that fit a machine. The parts of each machine are requested once in a visit. */
const fitsQuery = (machine: string) =>
  queryOptions({
    queryKey: ['/api/fits', machine],
    queryFn: async ({ meta, signal }): Promise<LoadedFits> => {
      const path = `/api/fits?${new URLSearchParams({ machine })}`
      const fits = await getJson<Fits>(meta!.api, path, { signal })
      return { ...fits, parts: new Set(fits.parts) }
    },
  })

interface Machine extends OwnedMachine {
  /** Undefined while they are loading, and if they could not be loaded. */
  fits: LoadedFits | undefined
  retry: (() => void) | undefined
}

/** The machines of the visitor with the parts that fit them, and the names that the catalogue has for them now. */
function useMachines(entries: readonly string[]): Machine[] {
  const client = useQueryClient()
  const owned = entries.map(parseEntry).filter(({ key }) => key !== '')
  const keys = owned.map(({ key }) => key)
  const { data, refetch } = useQuery({
    queryKey: ['fits of machines', keys],
    queryFn: async () => {
      const load = (key: string) => client.fetchQuery(fitsQuery(key)).catch(() => null)
      return new Map(await Promise.all(keys.map(async (key) => [key, await load(key)] as const)))
    },
    placeholderData: keepPreviousData,
  })
  return owned.map(({ key, name }) => {
    const fits = data?.get(key)
    return {
      key,
      name: fits?.machine?.name ?? name,
      fits: fits ?? undefined,
      retry: fits === null ? () => void refetch() : undefined,
    }
  })
}

interface MachineFitsProps {
  entries: readonly string[]
  /** The part that gets a mark if it fits. */
  marked?: Pick<Item, 'slug'>
  part?: Item | undefined
  /** Whether machines are being added and removed. */
  isOpen?: boolean
  setIsOpen?: (isOpen: boolean) => void
}

/** Which spare parts fit the machines of the visitor: one mark, or the machines with their answers and links. */
export default function MachineFits({ entries, marked, ...props }: MachineFitsProps) {
  return marked ? <Mark entries={entries} part={marked} /> : <Machines entries={entries} {...props} />
}

/** 'Fits your CL 40'. There is none while the answer is not known, or is no. */
function Mark({ entries, part }: { entries: readonly string[]; part: Pick<Item, 'slug'> }) {
  const names = useMachines(entries).flatMap(({ fits, name }) => (fits?.parts.has(part.slug) ? [name] : []))
  if (names.length === 0) return null
  const shown = names.slice(0, MAX_NAMES_OF_MARK).join(', ')
  const others = names.length - MAX_NAMES_OF_MARK
  return (
    <span className="badge fit-mark">
      {t('Fits your {machine}', { machine: others > 0 ? `${shown} + ${others}` : shown })}
    </span>
  )
}

function Machines({ entries, part, isOpen, setIsOpen }: MachineFitsProps) {
  const machines = useMachines(entries)
  const root = useRef<HTMLElement>(null)
  useRenamedMachines(entries, machines)
  const close = () => {
    const parent = root.current?.parentElement
    flushSync(() => setIsOpen?.(false))
    parent?.querySelector<HTMLElement>('button.my-machines')?.focus()
  }
  return (
    <section
      ref={root}
      aria-label={t('My machines')}
      className={`my-machines min-w-0 ${isOpen ? 'basis-full' : ''} ${part ? 'mt-4' : ''}`}
    >
      {machines.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {part ? <Answers part={part} machines={machines} /> : <Links machines={machines} />}
          {!isOpen && (
            <Button
              variant="link"
              size="sm"
              className="my-machines"
              aria-expanded={false}
              onClick={() => setIsOpen?.(true)}
            >
              {t('My machines')}
            </Button>
          )}
        </div>
      )}
      {isOpen && <Editor machines={machines} onClose={close} />}
    </section>
  )
}

/** Stores the present names of machines that were renamed. */
function useRenamedMachines(entries: readonly string[], machines: Machine[]): void {
  useEffect(() => {
    for (const entry of entries) {
      const before = parseEntry(entry)
      const { fits } = machines.find(({ key }) => key === before.key) ?? {}
      const now = fits?.machine
      if (now && (now.slug !== before.key || now.name !== before.name))
        renameMachine(before, { key: now.slug, name: now.name })
    }
  })
}

/** Whether a part fits each machine. What is not stated is never answered with no. */
function Answers({ part, machines }: { part: Item; machines: Machine[] }) {
  return (
    <div role="status">
      <ul className="grid gap-1.5">
        {machines.map((machine) => (
          <li key={machine.key}>
            <Answer part={part} machine={machine} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Answer({ part, machine: { name, fits, retry } }: { part: Item; machine: Machine }) {
  if (retry)
    return (
      <span className="text-danger">
        {t('Could not check your {machine}.', { machine: name })}{' '}
        <Button variant="link" size="sm" onClick={retry}>
          {t('Try Again')}
        </Button>
      </span>
    )
  if (!fits) return <span className="text-muted">{t('Checking your {machine}...', { machine: name })}</span>
  if (fits.parts.has(part.slug)) {
    const places = listPlaces(part, fits.machine?.slug)
    return (
      <span className="inline-flex flex-wrap items-baseline gap-x-2 text-success">
        <Check aria-hidden="true" size={18} className="self-center" />
        <b>{t('Fits your {machine}', { machine: name })}</b>
        {places.length > 0 && <span className="text-muted text-sm">{places.join('; ')}</span>}
      </span>
    )
  }
  const listed = new Set(part.relations.machines?.items.map((each) => each.code ?? each.name))
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <CircleHelp aria-hidden="true" size={18} className="self-center text-muted" />
      <b>
        {listed.size > 0 && fits.isComplete && fits.machine
          ? t('Not listed for your {machine}', { machine: name })
          : t('We do not know whether it fits your {machine}', { machine: name })}
      </b>
      <QuoteLink item={part} className="text-link underline">
        {t('Ask us')}
      </QuoteLink>
    </span>
  )
}

/** Where a machine has the part: 'Headstock, position 12, 2 per machine'. */
const listPlaces = (part: Item, machine: string | undefined): string[] =>
  (part.relations.machines?.items ?? [])
    .filter(({ slug }) => slug === machine)
    .map(({ relation: { assembly, position, quantity } }) =>
      [
        assembly,
        position && t('position {position}', { position }),
        quantity && t('{count} per machine', { count: quantity }),
      ]
        .filter(Boolean)
        .join(', '),
    )
    .filter(Boolean)

/** For each machine a link to the parts that fit it, or without this filter if it is active. */
function Links({ machines }: { machines: Machine[] }) {
  const view = parseCatalogueUrl(useSearchParams())
  return (
    <ul className="flex max-w-full flex-wrap gap-2">
      {machines.map(({ key, name, fits }) => {
        if (!fits || fits.parts.size === 0)
          return (
            <li key={key} className="self-center text-muted">
              {fits ? t('We list no spare parts for your {machine}', { machine: name }) : name}
            </li>
          )
        const { machine, partsFilter } = fits
        const filter = partsFilter ? { specifications: partsFilter } : { fits: machine?.slug ?? key }
        const isActive = partsFilter
          ? view.specifications === partsFilter
          : [machine?.slug, key].includes(view.fits)
        const to = isActive ? { fits: '', specifications: partsFilter ? '' : view.specifications } : filter
        return (
          <li key={key}>
            <SiteLink
              to={buildCatalogueUrl({ ...view, from: 0, ...to })}
              replace
              aria-current={isActive ? 'true' : undefined}
              className={buttonClass(isActive ? 'secondary' : 'outline', 'sm')}
            >
              {isActive && <Check aria-hidden="true" size={16} />}
              {t('Fits my {machine}', { machine: name })}
            </SiteLink>
          </li>
        )
      })}
    </ul>
  )
}

/** The list of the machines, each with a button that removes it, and the field that adds one. */
function Editor({ machines, onClose }: { machines: Machine[]; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="mt-2 grid max-w-md grid-cols-[minmax(0,1fr)] gap-3 border border-line-strong bg-surface p-4">
      {machines.length > 0 && (
        <ul aria-label={t('Machines')}>
          {machines.map(({ key, name, fits }) => (
            <li key={key} className="flex items-center justify-between gap-3 border-line border-b">
              <span>
                <b>{name}</b>
                {fits && !fits.machine && (
                  <span className="text-muted text-sm"> {t('not in our catalogue')}</span>
                )}
              </span>
              <IconButton
                variant="ghost"
                label={t('Remove my machine: {machine}', { machine: name })}
                onClick={() => {
                  setOwned({ key, name }, false)
                  field.current?.focus()
                }}
              >
                <X aria-hidden="true" size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <AddMachine field={field} />
      <p className="text-muted text-sm">
        {t('Your machines are stored on this device only. Spare parts then show whether they fit.')}
      </p>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={onClose}>
        {t('Done')}
      </Button>
    </div>
  )
}

/** A field with suggestions from the catalogue. A name that could mean several machines is not guessed. */
function AddMachine({ field }: { field: { current: HTMLInputElement | null } }) {
  const client = useQueryClient()
  const id = useId()
  const [text, setText] = useState('')
  const [message, setMessage] = useState('')
  const [query, setQuery] = useState('')
  const { data } = useQuery({ ...suggestionsQuery(query), enabled: query !== '' })
  const suggested = data?.items.filter(({ kind }) => kind === 'machine')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const typed = text.trim()
    if (!typed) {
      setMessage(t('Enter a machine, such as CL 40.'))
      return
    }
    try {
      const found = await findMachine(client, typed)
      if (typeof found === 'string') setMessage(found)
      else {
        setOwned(found, true)
        setMessage('')
        setText('')
      }
    } catch {
      setMessage(t('We could not look up the machine. Check your connection and try again.'))
    }
    field.current?.focus()
  }
  return (
    <form onSubmit={(event) => void add(event)} noValidate>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {t('Add a machine, such as CL 40')}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          list={`${id}-list`}
          value={text}
          maxLength={MAX_MACHINE_NAME}
          autoComplete="off"
          aria-describedby={`${id}-message`}
          aria-invalid={message !== ''}
          // biome-ignore lint/a11y/noAutofocus: the field appears when its button is used
          autoFocus
          onChange={(event) => {
            setText(event.target.value)
            setMessage('')
          }}
          className="field w-0 grow"
        />
        <Button type="submit" variant="secondary">
          {t('Add')}
        </Button>
      </div>
      <datalist id={`${id}-list`}>
        {suggested?.map(({ id: item, name }) => (
          <option key={item} value={name} />
        ))}
      </datalist>
      <p id={`${id}-message`} role="alert" className="mt-1 text-danger text-sm empty:hidden">
        {message}
      </p>
    </form>
  )
}

/**
 * The machine that a typed text names: one of the catalogue by code or name, or the only one that is suggested for it; a
 * model that is not in the catalogue if parts state that they fit it. Otherwise the sentence that says why there is none.
 */
async function findMachine(
  client: ReturnType<typeof useQueryClient>,
  typed: string,
): Promise<OwnedMachine | string> {
  const { machine, parts } = await client.fetchQuery(fitsQuery(typed))
  if (machine) return { key: machine.slug, name: machine.name }
  if (parts.size > 0) return { key: typed.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'), name: typed }
  const { items } = await client.fetchQuery(suggestionsQuery(typed))
  const machines = items.filter(({ kind }) => kind === 'machine')
  if (machines.length === 0)
    return t('{machine} is not in our catalogue. Ask us which spare parts fit.', { machine: typed })
  const [only, ...others] = machines.filter(({ name }) => toLoose(name).includes(toLoose(typed)))
  if (!only || others.length > 0)
    return t('Which one? {machines}', { machines: machines.map(({ name }) => name).join(', ') })
  const named = await client.fetchQuery(fitsQuery(only.slug))
  return { key: only.slug, name: named.machine?.name ?? only.name }
}

const toLoose = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
