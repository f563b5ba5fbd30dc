import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Kind } from '#contracts/item.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { countPictures } from './item-list.tsx'
import type { ChosenPicture } from './plan.ts'
import { searchItemsQuery } from './requests.ts'

interface ItemPickerProps {
  pictures: ChosenPicture[]
  onPick: (itemId: string) => Promise<void>
  onClose: () => void
}

interface Option {
  id: string
  kind: Kind
  name: string
  code: string
}

/** Searches for the item of one or several pictures. Items that fit the name of a single one are offered first. */
export function ItemPicker({ pictures, onPick, onClose }: ItemPickerProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const search = useDeferredValue(text.trim())
  const found = useQuery({ ...searchItemsQuery(search), enabled: search.length > 0 })
  const candidates = (pictures.length === 1 ? pictures[0]!.candidates : []).map((item) => ({
    ...item,
    code: item.code ?? '',
  }))
  const options: Option[] = search
    ? (found.data ?? []).map((item) => ({ ...item, code: item.partNumber }))
    : candidates
  const pick = (id: string) => void onPick(id).catch((reason) => setError((reason as Error).message))
  return (
    <Dialog
      title={
        pictures.length === 1
          ? 'Choose the item of this picture'
          : `Choose the item of ${countPictures(pictures.length)}`
      }
      onClose={onClose}
    >
      <div className="grid gap-3 px-6 pt-3">
        {pictures.length === 1 && <p className="wrap-anywhere text-muted">{pictures[0]!.source.path}</p>}
        <TextField
          label="Search by code or name"
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={error ?? (found.isError ? found.error.message : undefined)}
        />
        <p role="status" className="sr-only">
          {search && found.data
            ? options.length === 1
              ? '1 item found'
              : `${options.length} items found`
            : ''}
        </p>
        <ul aria-label="Items" className="grid min-h-24 content-start">
          {options.map(({ id, kind, name, code }) => (
            <li key={id} className="border-line border-b last:border-0">
              <button
                type="button"
                onClick={() => pick(id)}
                className="w-full px-2 py-2 text-left hover:bg-marine-soft"
              >
                <span className="block font-semibold">{name}</span>
                <span className="block text-muted text-sm">
                  {[KIND_LABELS[kind].label, code].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
          {search && found.data?.length === 0 && <li className="py-4 text-muted">No items found.</li>}
        </ul>
      </div>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}
