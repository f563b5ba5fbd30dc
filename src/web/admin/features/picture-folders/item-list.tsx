import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { countOf } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/field.tsx'
import { IncrementalList } from '../../list/incremental-list.tsx'
import type { ChosenPicture, ItemPlan, PictureFate, PictureMode } from './plan.ts'
import { Thumbnail } from './thumbnail.tsx'
import type { PictureFolder, Upload } from './use-picture-folder.ts'

const BATCH_SIZE = 20

/** The items that get pictures, a page at a time. */
export function ItemList({ folder, disabled }: { folder: PictureFolder; disabled: boolean }) {
  const [areProblemsOnly, setProblemsOnly] = useState(false)
  const { plans, uploads } = folder
  const withProblems = plans.filter(
    ({ item, tooMany }) =>
      uploads.get(item.id)?.status === 'failed' || (tooMany > 0 && !uploads.has(item.id)),
  )
  const shown = areProblemsOnly ? withProblems : plans
  return (
    <section aria-labelledby="picture-items" className="mb-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="picture-items" className="text-brand leading-[1.2]">
          Items
        </h2>
        {(withProblems.length > 0 || areProblemsOnly) && (
          <CheckboxField
            label={`Only items with problems (${withProblems.length})`}
            checked={areProblemsOnly}
            onChange={({ target }) => setProblemsOnly(target.checked)}
          />
        )}
      </div>
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        {shown.length === 0 ? (
          <p className="px-6 py-12 text-center text-muted">
            {areProblemsOnly ? 'No item has a problem.' : 'No picture has an item yet.'}
          </p>
        ) : (
          <IncrementalList name="items" count={shown.length} batchSize={BATCH_SIZE}>
            {(visibleCount) => (
              <ul>
                {shown.slice(0, visibleCount).map((plan) => (
                  <ItemRow
                    key={plan.item.id}
                    plan={plan}
                    upload={uploads.get(plan.item.id)}
                    disabled={disabled}
                    onMode={(mode) => folder.setItemMode(plan.item.id, mode)}
                    onLeaveOut={(picture) => folder.leaveOut([picture])}
                    onRetry={() => folder.retry(plan.item.id)}
                  />
                ))}
              </ul>
            )}
          </IncrementalList>
        )}
      </div>
    </section>
  )
}

const FATE_LABELS: Record<PictureFate, string> = { new: '', present: 'Already there', tooMany: 'Too many' }

interface ItemRowProps {
  plan: ItemPlan
  upload: Upload | undefined
  disabled: boolean
  onMode: (mode: PictureMode) => void
  onLeaveOut: (picture: ChosenPicture) => void
  onRetry: () => void
}

/** One item with its new pictures in their order, and what happens to them. */
function ItemRow({ plan, upload, disabled, onMode, onLeaveOut, onRetry }: ItemRowProps) {
  const { item, pictures, mode } = plan
  const title = useRef<HTMLHeadingElement>(null)
  const leaveOut = (picture: ChosenPicture) => {
    // The button that has the focus is removed.
    title.current?.focus({ preventScroll: true })
    onLeaveOut(picture)
  }
  const isFixed = disabled || upload?.status === 'done' || upload?.status === 'sending'
  return (
    <li className="grid gap-3 border-line border-b p-4 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 ref={title} tabIndex={-1} className="wrap-anywhere text-control-lg focus:outline-0">
            {item.name}
          </h3>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
            <Badge tone={item.kind}>{KIND_LABELS[item.kind].label}</Badge>
            {item.code && <span className="wrap-anywhere">{item.code}</span>}
            {item.state === 'draft' && <span>Draft</span>}
            <span>
              {item.images.length === 0 ? 'No pictures yet' : `${countPictures(item.images.length)} so far`}
            </span>
          </p>
        </div>
        {item.images.length > 0 && upload?.status !== 'done' && (
          <ModeSelect name={item.name} mode={mode} disabled={isFixed} onMode={onMode} />
        )}
      </div>
      <ul className="flex flex-wrap gap-3">
        {pictures.map(({ picture, fate }, index) => (
          <PictureTile
            key={picture.source.path}
            picture={picture}
            number={index + 1}
            label={upload?.status === 'done' && fate !== 'tooMany' ? '' : FATE_LABELS[fate]}
            isLeftOut={fate === 'tooMany'}
            onLeaveOut={isFixed ? undefined : () => leaveOut(picture)}
          />
        ))}
      </ul>
      <ItemNotes plan={plan} upload={upload} onRetry={onRetry} />
    </li>
  )
}

export const countPictures = (count: number): string => countOf(count, 'picture')

function ModeSelect({
  name,
  mode,
  disabled,
  onMode,
}: {
  name: string
  mode: PictureMode
  disabled: boolean
  onMode: (mode: PictureMode) => void
}) {
  return (
    <select
      aria-label={`Present pictures of ${name}`}
      value={mode}
      disabled={disabled}
      onChange={({ target }) => onMode(target.value as PictureMode)}
      className="field w-auto"
    >
      <option value="add">Add to the present ones</option>
      <option value="replace">Replace the present ones</option>
    </select>
  )
}

interface PictureTileProps {
  picture: ChosenPicture
  number: number
  label: string
  isLeftOut: boolean
  onLeaveOut: (() => void) | undefined
}

function PictureTile({ picture, number, label, isLeftOut, onLeaveOut }: PictureTileProps) {
  const name = picture.source.path.split('/').pop() ?? ''
  return (
    <li className="w-32">
      <div
        className={`relative border ${isLeftOut ? 'border-danger border-dashed' : 'border-line-strong'} bg-stage`}
      >
        <Thumbnail
          source={picture.source}
          label={`Picture ${number}: ${name}`}
          className={`aspect-4/3 w-full ${isLeftOut ? 'opacity-50' : ''}`}
        />
        {onLeaveOut && (
          <IconButton
            label={`Leave out ${name}`}
            variant="secondary"
            onClick={onLeaveOut}
            className="absolute top-1 right-1 size-8"
          >
            <X aria-hidden="true" size={18} />
          </IconButton>
        )}
      </div>
      <p className="wrap-anywhere mt-1 text-muted text-sm leading-tight" title={picture.source.path}>
        {name}
      </p>
      {label && <p className={`text-sm ${isLeftOut ? 'text-danger' : 'text-muted'}`}>{label}</p>}
    </li>
  )
}

function ItemNotes({
  plan,
  upload,
  onRetry,
}: {
  plan: ItemPlan
  upload: Upload | undefined
  onRetry: () => void
}) {
  if (upload?.status === 'failed')
    return (
      <Note isProblem>
        {upload.message}
        <Button variant="outline" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </Note>
    )
  if (upload?.status === 'waiting') return <Note>Waiting</Note>
  if (upload?.status === 'sending')
    return (
      <Note>
        <progress
          aria-label={`Uploading the pictures of ${plan.item.name}`}
          max={1}
          value={upload.bytes > 0 ? Math.min(1, upload.sentBytes / upload.bytes) : 0}
          className="import-progress"
        />
        {upload.bytes > 0 && upload.sentBytes >= upload.bytes ? 'Being stored' : 'Uploading'}
      </Note>
    )
  if (upload?.status === 'done')
    return <Note>{upload.message ?? (upload.after > upload.before ? 'Uploaded' : 'Nothing to upload')}</Note>
  if (plan.tooMany > 0)
    return (
      <Note isProblem>
        {`An item can have ${LIMITS.images} pictures. ${countPictures(plan.tooMany)} left out, unless you leave out others.`}
      </Note>
    )
  return plan.toSend.length === 0 ? <Note>The item has these pictures already.</Note> : null
}

const Note = ({ isProblem = false, children }: { isProblem?: boolean; children: ReactNode }) => (
  <div
    className={`flex flex-wrap items-center gap-x-4 gap-y-2 text-sm ${isProblem ? 'border-danger border-l-3 pl-3' : 'text-muted'}`}
  >
    {children}
  </div>
)
