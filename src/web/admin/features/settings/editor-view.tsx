import { ExternalLink, History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatClockTime } from '#contracts/format.ts'
import { getIn, listFieldPaths, type SiteSection } from '#contracts/site-content/fields.ts'
import type { EditedSiteContent } from '#contracts/site-content/site-content.ts'
import { isDeepEqual } from '#contracts/site-content/validate-site-content.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { UnsavedChangesPrompt } from '../../editing/unsaved-changes-prompt.tsx'
import { showErrorToast } from '../../shell/error-toast.ts'
import { useShortcut } from '../../shell/navigation/shortcuts.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { findSection, useCurrentSection, useOpenSection } from './current-section.ts'
import { DraftRecovery } from './draft-recovery.tsx'
import { EditorContext } from './editor-context.ts'
import { Fields } from './fields/field.tsx'
import { getPreviewUrl, Preview, type PreviewSource } from './preview.tsx'
import { SectionNav } from './section-nav.tsx'
import { type Editor, useEditor } from './use-editor.ts'
import { useIsWideScreen } from './use-is-wide-screen.ts'

const DRAFT_FAILED_MESSAGE = 'Your draft could not be saved. If you leave now, your changes are lost.'

/** The form of the complete site content, one section at a time, beside a preview of the site. */
export function EditorView({ loaded, onReload }: { loaded: EditedSiteContent; onReload: () => void }) {
  const editor = useEditor(loaded)
  const section = useCurrentSection()
  const openSection = useOpenSection()
  const isWide = useIsWideScreen()
  const [previewRequested, setPreviewRequested] = useState(false)
  const isPreviewShown = isWide || previewRequested
  const save = async () => {
    const fieldError = await editor.save()
    if (!fieldError) return
    showErrorToast(fieldError.message, 'Not saved')
    const errorSection = findSection(fieldError.field)
    if (errorSection && errorSection !== section) openSection(errorSection)
    setPreviewRequested(false)
    editor.focus.request(fieldError.field)
  }
  const reloadSaved = async () => {
    editor.closeConflict()
    if (await editor.draft.flush()) onReload()
    else showErrorToast('Your changes are still in the form. Please try again.', 'Draft not saved')
  }
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: () => void save() })
  const isUnchanged = listFieldPaths(section.fields).every((path) =>
    isDeepEqual(getIn(editor.content, path), getIn(editor.saved.content, path)),
  )
  return (
    <EditorContext value={editor}>
      <EditorHeader editor={editor} onSave={() => void save()}>
        <Link to={ADMIN_PATHS.settingsHistory} className={buttonClass('outline')}>
          <History aria-hidden="true" size={18} /> History
        </Link>
        <Button variant="outline" className="max-sm:hidden" onClick={() => openPreviewTab(editor, section)}>
          <ExternalLink aria-hidden="true" size={18} /> Open preview
        </Button>
        <Button variant="outline" onClick={() => setPreviewRequested(!previewRequested)}>
          {previewRequested ? 'Edit' : isWide ? 'Full-width preview' : 'Preview'}
        </Button>
      </EditorHeader>
      <DraftRecovery editor={editor} />
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-x-6 ${previewRequested ? '' : 'md:grid-cols-[9.5rem_minmax(0,1fr)] xl:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,1fr)]'}`}
      >
        {!previewRequested && (
          <div>
            <SectionNav editor={editor} current={section} />
          </div>
        )}
        {!previewRequested && (
          <Panel title={section.label} note={section.description}>
            <fieldset disabled={Boolean(editor.recoverable)} aria-label={section.label} className="min-w-0">
              <Fields key={section.id} fields={section.fields} base="" />
            </fieldset>
            <div className="mt-6 border-line border-t pt-4">
              <Button
                variant="outline"
                size="sm"
                disabled={isUnchanged}
                onClick={() => editor.resetSection(section)}
              >
                Discard changes
              </Button>
            </div>
          </Panel>
        )}
        {isPreviewShown && (
          <Preview version={editor.draft.version} source={getPreviewSource(editor)} section={section} />
        )}
      </div>
      <ConflictDialog editor={editor} onReview={() => void reloadSaved()} />
      <UnsavedChangesPrompt
        unsaved={editor.isDirty}
        message="Your changes are not on the site yet. They are kept as a draft, which you can restore when you come back to the settings."
        onLeave={async () => ((await editor.draft.flush()) ? undefined : DRAFT_FAILED_MESSAGE)}
      />
    </EditorContext>
  )
}

function EditorHeader({
  editor,
  onSave,
  children,
}: {
  editor: Editor
  onSave: () => void
  children: ReactNode
}) {
  const { isDirty, isSaving, recoverable } = editor
  return (
    <div className="sticky top-0 z-10 -mx-2 mb-1 bg-surface-grey px-2 pt-2">
      <PageHeader title="Settings">
        <p role="status" className="flex items-center gap-3 text-muted text-sm empty:absolute">
          {isDirty && <Badge>Unsaved changes</Badge>}
          {isDirty && <DraftStatus editor={editor} />}
        </p>
        {children}
        <Button onClick={onSave} disabled={!isDirty || isSaving || Boolean(recoverable)}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      </PageHeader>
    </div>
  )
}

function DraftStatus({ editor }: { editor: Editor }) {
  const { savedAt, failed } = editor.draft
  if (failed) return <span className="text-danger">Draft could not be saved.</span>
  return savedAt ? <span className="max-sm:hidden">{`Draft saved ${formatClockTime(savedAt)}`}</span> : null
}

/** Opens the preview in a tab of its own, at the edited section, once the server has the latest changes. */
function openPreviewTab(editor: Editor, { anchor }: SiteSection): void {
  // Opened before the request, because browsers block windows that are not the direct result of a click.
  const tab = window.open('', '_blank')
  if (!tab) {
    showErrorToast('Your browser has blocked the new tab. Please allow pop-ups for this site.')
    return
  }
  void editor.draft.flush().then(() => {
    tab.location.href = `${getPreviewUrl(editor.isDirty ? 'draft' : 'published')}#${anchor}`
  })
}

/** The preview shows what the form shows: the stored draft, or the published version while the form has no changes. */
const getPreviewSource = ({ isDirty, draft }: Editor): PreviewSource =>
  isDirty && draft.hasStored ? 'draft' : 'published'
