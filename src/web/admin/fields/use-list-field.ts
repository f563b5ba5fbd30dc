import { createEntry, type EntryType, joinPath, type ListField } from '#contracts/fields/fields.ts'
import { capitalize } from '#contracts/format.ts'
import { showToast } from '#web/lib/toast.ts'
import { useEditedDocument } from '../editing/document-context.tsx'
import { useContentField } from './use-content-field.ts'

/** The name of an entry's move button in the focus registry. The button that adds an entry has the path of the list. */
export const getButtonName = (entryPath: string, button: 'up' | 'down') => `${entryPath}#${button}`

/** The entries of a list with the commands to add, remove and move them. Each command moves the focus with the entry. */
export function useListField(field: ListField, path: string) {
  const { itemLabel, fields } = field
  const { focus } = useEditedDocument()
  const { value, error, change } = useContentField(path)
  const entries: unknown[] = Array.isArray(value) ? value : []

  return {
    entries,
    error,
    /** Adds an entry; of a type, where entries have types. */
    add(type?: EntryType) {
      const [firstField] = type?.fields ?? fields
      const firstPath = firstField && 'path' in firstField ? firstField.path : ''
      focus.request(joinPath(path, entries.length, firstPath))
      change((list: unknown) => [
        ...(Array.isArray(list) ? list : []),
        structuredClone(createEntry(field, type)),
      ])
    },
    remove(index: number, name: string) {
      const entry = entries[index]
      focus.request(path)
      change(entries.toSpliced(index, 1))
      const undo = () =>
        change((list: unknown) => (Array.isArray(list) ? list.toSpliced(index, 0, entry) : [entry]))
      showToast({
        title: `${capitalize(itemLabel)} removed`,
        description: name,
        action: { label: 'Undo', run: undo },
      })
    },
    /** Exchanges an entry with the one before (-1) or after it (1). `focused` is the element that keeps the focus. */
    move(index: number, offset: -1 | 1, focused: EventTarget) {
      const target = index + offset
      if (target < 0 || target >= entries.length) return
      const entryPath = joinPath(path, index)
      const targetPath = joinPath(path, target)
      const name = focus.findName(focused)
      focus.request(
        ...(name?.startsWith(entryPath) ? [`${targetPath}${name.slice(entryPath.length)}`] : []),
        getButtonName(targetPath, 'up'),
        getButtonName(targetPath, 'down'),
      )
      change(entries.with(index, entries[target]).with(target, entries[index]))
    },
  }
}
