import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import type { EditedSiteContent } from '#contracts/site-content.ts'
import type { Fault } from '#contracts/site-content-check.ts'
import { isSame } from '#contracts/site-content-check.ts'
import { pathsOf, readAt } from '#contracts/site-content-fields.ts'
import { showToast } from '../../../lib/toast.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Plate } from '../../../ui/plate.tsx'
import { ScreenHead } from '../frame/screen-head.tsx'
import { useShortcut } from '../frame/shortcuts.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorContext } from './editor-context.ts'
import { Fields } from './field.tsx'
import { Leaving } from './leaving.tsx'
import { Preview } from './preview.tsx'
import { Recovery } from './recovery.tsx'
import { SectionLinks, sectionOf, useOpenSection, useSection } from './section-links.tsx'
import { clockTime } from './times.ts'
import { type Editor, useEditor } from './use-editor.ts'
import { useWide } from './use-wide.ts'

/** Edits the whole site content, one section at a time, beside the site as it will be. */
export function EditorView({ loaded, onReload }: { loaded: EditedSiteContent; onReload: () => void }) {
  const editor = useEditor(loaded)
  const section = useSection()
  const openSection = useOpenSection()
  const isWide = useWide()
  const [wantsPreview, setWantsPreview] = useState(false)
  const showsPreview = isWide || wantsPreview
  const focusFault = useFaultFocus()
  const save = async () => {
    const fault = await editor.save()
    if (!fault) return
    showToast({ variant: 'destructive', title: 'Not saved', description: fault.message })
    const place = sectionOf(fault.field)
    if (place && place !== section) openSection(place)
    focusFault(fault)
  }
  const seeTheirs = async () => {
    editor.closeConflict()
    if (await editor.draft.flush()) onReload()
    else
      showToast({
        variant: 'destructive',
        title: 'Your changes could not be kept',
        description: 'They are still here. Please try again.',
      })
  }
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: () => void save() })
  const isUnchanged = pathsOf(section.fields).every((path) =>
    isSame(readAt(editor.content, path), readAt(editor.saved.content, path)),
  )
  return (
    <EditorContext value={editor}>
      <Head editor={editor} onSave={() => void save()}>
        {!isWide && (
          <Button
            variant="outline"
            aria-pressed={wantsPreview}
            onClick={() => setWantsPreview(!wantsPreview)}
          >
            {wantsPreview ? 'Edit' : 'Preview'}
          </Button>
        )}
      </Head>
      <Recovery editor={editor} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 md:grid-cols-[9.5rem_minmax(0,1fr)] xl:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <SectionLinks editor={editor} current={section} />
        </div>
        {(isWide || !wantsPreview) && (
          <Plate title={section.label} note={section.about}>
            <fieldset disabled={Boolean(editor.recoverable)} aria-label={section.label}>
              <Fields key={section.id} fields={section.fields} base="" />
            </fieldset>
            <div className="mt-6 border-line border-t pt-4">
              <Button
                variant="outline"
                size="sm"
                disabled={isUnchanged}
                onClick={() => editor.resetSection(section)}
              >
                Put back what is saved
              </Button>
            </div>
          </Plate>
        )}
        {showsPreview && <Preview version={editor.draft.version} section={section} />}
      </div>
      <ConflictDialog editor={editor} onSeeTheirs={() => void seeTheirs()} />
      <Leaving editor={editor} />
    </EditorContext>
  )
}

function Head({ editor, onSave, children }: { editor: Editor; onSave: () => void; children: ReactNode }) {
  const { isDirty, isSaving, recoverable } = editor
  return (
    <div className="sticky top-0 z-10 -mx-2 mb-1 bg-surface-grey px-2 pt-2">
      <ScreenHead title="Settings">
        <p role="status" className="flex items-center gap-3 text-muted text-sm">
          {isDirty && <Badge>Unsaved changes</Badge>}
          {isDirty && <DraftSign editor={editor} />}
        </p>
        {children}
        <Button onClick={onSave} disabled={!isDirty || isSaving || Boolean(recoverable)}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </ScreenHead>
    </div>
  )
}

function DraftSign({ editor }: { editor: Editor }) {
  const { keptAt, failed } = editor.draft
  if (failed) return <span className="text-danger">They could not be kept on the server.</span>
  return keptAt ? <span className="max-sm:hidden">{`Kept at ${clockTime(keptAt)}`}</span> : null
}

/** Brings the field of a fault into view once its section is drawn. */
function useFaultFocus(): (fault: Fault) => void {
  const wanted = useRef<string>(undefined)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (wanted.current === undefined) return
    const field = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted.current)}"]`)
    if (!field) return
    wanted.current = undefined
    field.focus()
  })
  return ({ field }) => {
    wanted.current = field
    redraw()
  }
}
