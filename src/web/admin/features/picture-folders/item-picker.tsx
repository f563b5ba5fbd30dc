import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Dialog, DialogActions } from '#web/ui/overlays/dialog.tsx'
import { ItemCombobox } from '../../shell/item-combobox.tsx'
import { countPictures } from './item-list.tsx'
import type { ChosenPicture } from './plan.ts'

interface ItemPickerProps {
  pictures: ChosenPicture[]
  onPick: (itemId: string) => Promise<void>
  onClose: () => void
}

/** Searches for the item of one or several pictures. Items that fit the name of a single one are offered first. */
export function ItemPicker({ pictures, onPick, onClose }: ItemPickerProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [only] = pictures.length === 1 ? pictures : []
  const candidates = only?.candidates.map((item) => ({ ...item, partNumber: item.code ?? '' })) ?? []
  return (
    <Dialog
      title={
        only ? 'Choose the item of this picture' : `Choose the item of ${countPictures(pictures.length)}`
      }
      onClose={onClose}
    >
      <div className="grid gap-3 px-6 pt-3">
        {only && <p className="wrap-anywhere text-muted">{only.source.path}</p>}
        <ItemCombobox
          field={<TextField label="Search by code or name" type="search" autoComplete="off" error={error} />}
          value={text}
          onType={setText}
          onPick={({ id }) => void onPick(id).catch((reason) => setError(reason.message))}
          candidates={candidates}
        />
      </div>
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  )
}
