import type { SiteFileType } from '../files/site-file.ts'
import { capitalize } from '../format.ts'
import type { EntryType, ItemsField, ListField, NumberField, SiteField, TextField } from './fields.ts'

/* The functions with which sections and blocks define their fields. */

type TextOptions = Omit<TextField, 'kind' | 'path' | 'label' | 'hint'>
type NumberOptions = Omit<NumberField, 'kind' | 'path' | 'label' | 'optional'>
type ListOptions = Omit<ListField, 'kind' | 'path' | 'label' | 'fields' | 'types'>
type TextListOptions = Partial<ListOptions> & { kind?: 'text' | 'paragraph' | 'names'; itemHint?: string }

const defineText =
  <const Kind extends TextField['kind']>(kind: Kind) =>
  <const Path extends string>(path: Path, label: string, hint?: string, options?: TextOptions) =>
    ({ kind, path, label, hint, ...options }) as const
export const text = defineText('text')
export const paragraph = defineText('paragraph')
export const phone = defineText('phone')
export const digits = defineText('digits')
export const email = defineText('email')
export const link = defineText('link')
export const page = defineText('page')
export const day = defineText('day')
export const listAddress = defineText('list-address')
export const number = <const Path extends string>(path: Path, label: string, options: NumberOptions) =>
  ({ kind: 'number', path, label, ...options }) as const
export const optional = <Field extends object>(field: Field) => ({ ...field, optional: true }) as const
export const picture = <const Path extends string>(path: Path, label: string, hint?: string) =>
  ({ kind: 'picture', path, label, hint }) as const
/** A file that has to be chosen. */
export const file = <const Path extends string>(
  path: Path,
  label: string,
  accepts: SiteFileType,
  hint?: string,
) => ({ kind: 'file', path, label, accepts, hint }) as const
export const richText = <const Path extends string>(path: Path, label: string, hint?: string) =>
  ({ kind: 'rich-text', path, label, hint }) as const
export const items = <const Path extends string>(
  path: Path,
  label: string,
  options: Omit<ItemsField, 'kind' | 'path' | 'label'>,
) => ({ kind: 'items', path, label, ...options }) as const
export const group = <const Field extends SiteField>(label: string, fields: readonly Field[]) =>
  ({ kind: 'group', label, fields }) as const
export const list = <const Path extends string, const Field extends SiteField>(
  path: Path,
  label: string,
  options: ListOptions,
  fields: readonly Field[],
) => ({ kind: 'list', path, label, fields, ...options }) as const
/** A list whose entries have types. */
export const typedList = <const Path extends string, const Type extends EntryType>(
  path: Path,
  label: string,
  options: Omit<ListOptions, 'titlePath'>,
  types: readonly Type[],
) => ({ kind: 'list', path, label, fields: [], titlePath: 'title', types, ...options }) as const
export const entryType = <const Type extends string, const Field extends SiteField>(
  type: Type,
  label: string,
  hint: string,
  fields: readonly Field[],
) => ({ type, label, hint, fields }) as const
/** A list of plain texts. */
export const textList = <const Path extends string>(
  path: Path,
  label: string,
  itemLabel: string,
  { kind = 'text', itemHint, ...options }: TextListOptions = {},
) =>
  list(path, label, { itemLabel, titlePath: '', unique: true, max: 20, ...options }, [
    { kind, path: '', label: capitalize(itemLabel), hint: itemHint },
  ])
export const choice = <const Path extends string, const Value extends string>(
  path: Path,
  label: string,
  options: Record<Value, string>,
  { hint, ...rest }: { hint?: string; default?: NoInfer<Value> } = {},
) =>
  ({
    kind: 'choice',
    path,
    label,
    options: Object.entries(options) as [value: Value, label: string][],
    hint,
    ...rest,
  }) as const
/** The choice between a typed number and numbers that follow the catalogue. */
export const source = <const Path extends string, const Value extends string>(
  path: Path,
  label: string,
  options: Record<Value, string>,
) =>
  ({
    ...choice<Path, Value | 'typed'>(path, label, { typed: 'Typed', ...options } as Record<
      Value | 'typed',
      string
    >),
    default: 'typed',
    isNumberSource: true,
  }) as const
export const hotspot = (picture: string, ratio: number) =>
  ({
    kind: 'hotspot',
    path: '',
    label: 'Position',
    picture,
    ratio,
    hint: 'Click on the picture to set the position.',
  }) as const
