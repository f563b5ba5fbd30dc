import { COMMERCIAL_FIELD_NAMES, COMMERCIAL_FIELDS } from '#contracts/commercial-fields.ts'
import type { ItemDraft } from '../items/draft.ts'
import { COMPARED_FIELDS } from '../items/history.ts'
import { getSpecification, mergeSpecifications } from './row-values.ts'

/** An item before and after an import has changed it. */
interface ImportedChange {
  earlier: ItemDraft
  imported: ItemDraft
}

/**
 * Returns an item with the earlier values of what an import has changed, and the labels of those that stay, because they were
 * changed again since.
 */
export function undoValues(current: ItemDraft, change: ImportedChange): { draft: ItemDraft; kept: string[] } {
  const kept: string[] = []
  const undo = <Values extends object, Field extends keyof Values>(
    field: Field,
    label: string,
    { earlier, imported, now }: Record<'earlier' | 'imported' | 'now', Values>,
  ): Values[Field] => {
    if (isSame(earlier[field], imported[field])) return now[field]
    if (isSame(now[field], imported[field])) return earlier[field]
    if (!isSame(now[field], earlier[field])) kept.push(label)
    return now[field]
  }
  const drafts = { ...change, now: current }
  const commercial = {
    earlier: change.earlier.commercial,
    imported: change.imported.commercial,
    now: current.commercial,
  }
  const fields = Object.keys(COMPARED_FIELDS).filter((field) => field !== 'specifications') as Exclude<
    keyof typeof COMPARED_FIELDS,
    'specifications'
  >[]
  return {
    draft: {
      ...current,
      ...Object.fromEntries(fields.map((field) => [field, undo(field, COMPARED_FIELDS[field][0], drafts)])),
      commercial: {
        ...current.commercial,
        ...Object.fromEntries(
          COMMERCIAL_FIELD_NAMES.map((field) => [
            field,
            undo(field, COMMERCIAL_FIELDS[field].label, commercial),
          ]),
        ),
      },
      specifications: undoSpecifications(current, change, kept),
    },
    kept,
  }
}

function undoSpecifications(
  current: ItemDraft,
  { earlier, imported }: ImportedChange,
  kept: string[],
): ItemDraft['specifications'] {
  // The order is the earlier one, too.
  if (isSame(current.specifications, imported.specifications)) return earlier.specifications
  const names = [...earlier.specifications, ...imported.specifications].map(([name]) => name)
  const restored: ItemDraft['specifications'] = []
  for (const name of new Set(names)) {
    const [before, after, now] = [earlier, imported, current].map((item) => getSpecification(item, name))
    if (before === after) continue
    if (now === after) restored.push([name, before!])
    else if (now !== before) kept.push(name)
  }
  return mergeSpecifications(current.specifications, restored)
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
