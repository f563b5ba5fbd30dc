import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, CheckboxField } from '#web/ui/field.tsx'
import { IncrementalList } from '../../list/incremental-list.tsx'
import { countPictures } from './item-list.tsx'
import { ItemPicker } from './item-picker.tsx'
import type { ChosenPicture } from './plan.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { PictureFolder } from './use-picture-folder.ts'

/** The pictures whose names fit no item, or several: the user chooses the item of one or many, or leaves them out. */
export function UnmatchedList({ folder, disabled }: { folder: PictureFolder; disabled: boolean }) {
  const { unmatched } = folder
  const [selected, setSelected] = useState<ReadonlySet<ChosenPicture['source']>>(new Set())
  const [picked, setPicked] = useState<ChosenPicture[]>()
  const chosen = unmatched.filter(({ source }) => selected.has(source))
  const toggle = ({ source }: ChosenPicture) => {
    const next = new Set(selected)
    if (!next.delete(source)) next.add(source)
    setSelected(next)
  }
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus({ preventScroll: true })
  const leaveOut = (pictures: ChosenPicture[]) => {
    // The button is disabled, or removed with the list.
    focusTitle()
    folder.leaveOut(pictures)
    setSelected(new Set())
  }
  return (
    <section aria-labelledby="unmatched" className="mb-6">
      <h2 id="unmatched" ref={title} tabIndex={-1} className="mb-3 text-brand leading-[1.2] focus:outline-0">
        {`${countPictures(unmatched.length)} without an item`}
      </h2>
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b p-4">
          <CheckboxField
            label="Select all"
            checked={chosen.length === unmatched.length}
            onChange={({ target }) =>
              setSelected(new Set(target.checked ? unmatched.map(({ source }) => source) : []))
            }
          />
          <div className="flex flex-wrap gap-3">
            <Button
              variant="outline"
              size="sm"
              disabled={disabled || chosen.length === 0}
              onClick={() => setPicked(chosen)}
            >
              {chosen.length > 0 ? `Choose item of ${chosen.length} selected` : 'Choose item of selected'}
            </Button>
            <Button
              variant="outline"
              size="sm"
              disabled={disabled || chosen.length === 0}
              onClick={() => leaveOut(chosen)}
            >
              Leave out
            </Button>
          </div>
        </div>
        <IncrementalList name="pictures" count={unmatched.length} batchSize={40}>
          {(visibleCount) => (
            <ul>
              {unmatched.slice(0, visibleCount).map((picture) => (
                <li
                  key={picture.source.path}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b p-4 last:border-0"
                >
                  <Checkbox
                    aria-label={`Select ${picture.source.path}`}
                    checked={selected.has(picture.source)}
                    onChange={() => toggle(picture)}
                  />
                  <Thumbnail
                    source={picture.source}
                    label={picture.source.path}
                    className="aspect-4/3 w-20 flex-none border border-line-strong bg-stage"
                  />
                  <div className="min-w-40 flex-1">
                    <p className="wrap-anywhere">{picture.source.path}</p>
                    <p className="text-muted text-sm">
                      {picture.candidates.length > 0
                        ? `${picture.candidates.length} items have this name.`
                        : 'No item has this code or name.'}
                    </p>
                  </div>
                  <Button
                    variant="outline"
                    size="sm"
                    disabled={disabled}
                    aria-label={`Choose item of ${picture.source.path}`}
                    onClick={() => setPicked([picture])}
                  >
                    Choose item
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </IncrementalList>
      </div>
      {picked && (
        <ItemPicker
          pictures={picked}
          onClose={() => setPicked(undefined)}
          onPick={async (itemId) => {
            await folder.assign(picked, itemId)
            setSelected(new Set())
            setPicked(undefined)
            // The button that opened the dialog is gone with its picture.
            requestAnimationFrame(focusTitle)
          }}
        />
      )}
    </section>
  )
}
