import { ExternalLink, History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { getIn, isDeepEqual, listFieldPaths, type SiteSection } from '#contracts/fields/fields.ts'
import { formatClockTime } from '#contracts/format.ts'
import type { EditedSiteContent } from '#contracts/site-content/site-content.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { useStore } from '#web/lib/store.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ConflictDialog } from '../../editing/conflicts.tsx'
import { DocumentProvider, useDocumentState } from '../../editing/document-context.tsx'
import { LeaveGuard } from '../../editing/leave-guard.tsx'
import { Fields } from '../../fields/field.tsx'
import { showErrorToast } from '../../shell/error-toast.ts'
import { useShortcut } from '../../shell/navigation/shortcuts.tsx'
import { FormHeader } from '../../shell/page-header.tsx'
import { findSection, useCurrentSection, useOpenSection } from './current-section.ts'
import { DraftRecovery } from './draft-recovery.tsx'

import { getPreviewUrl, Preview, type PreviewSource } from './preview.tsx'
import { SectionNav } from './section-nav.tsx'
import type { ServerDraft } from './server-draft.ts'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

/** From this width the form and the preview are shown side by side; equals `xl` in the style sheets. */
const WIDE_SCREEN_QUERY = '(min-width: 80rem)'
const DRAFT_FAILED_MESSAGE = 'Your draft could not be saved. If you leave now, your changes are lost.'

/** The form of the complete site content, one section at a time, beside a preview of the site. */
export function EditorView({ loaded }: { loaded: EditedSiteContent }) {
  const form = useSettingsForm(loaded)
  const { document, draft } = form
  const { value, stored = loaded, recoverable } = useDocumentState(document)
  const draftState = useStore(draft.state, draft.state.get())
  const section = useCurrentSection()
  const openSection = useOpenSection()
  const isWide = useMediaQuery(WIDE_SCREEN_QUERY)
  const [previewRequested, setPreviewRequested] = useState(false)
  const isPreviewShown = isWide || previewRequested
  const save = async () => {
    const fieldError = await form.save()
    if (!fieldError) return
    showErrorToast(fieldError.message, 'Not saved')
    const errorSection = findSection(fieldError.field)
    if (errorSection && errorSection !== section) openSection(errorSection)
    setPreviewRequested(false)
    document.revealErrors(fieldError.field)
  }
  const storeDraft = async () => {
    await document.flushDraft()
    return (await draft.flush()) ? undefined : DRAFT_FAILED_MESSAGE
  }
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: () => void save() })
  const isUnchanged = listFieldPaths(section.fields).every((path) =>
    isDeepEqual(getIn(value, path), getIn(stored.content, path)),
  )
  return (
    <DocumentProvider value={document}>
      <EditorHeader form={form} onSave={() => void save()}>
        <Link to={ADMIN_PATHS.settingsHistory} className={buttonClass('outline')}>
          <History aria-hidden="true" size={18} /> History
        </Link>
        <Button variant="outline" className="max-sm:hidden" onClick={() => openPreviewTab(form, section)}>
          <ExternalLink aria-hidden="true" size={18} /> Open preview
        </Button>
        <Button variant="outline" onClick={() => setPreviewRequested(!previewRequested)}>
          {previewRequested ? 'Edit' : isWide ? 'Full-width preview' : 'Preview'}
        </Button>
      </EditorHeader>
      <DraftRecovery form={form} />
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-x-6 ${previewRequested ? '' : 'md:grid-cols-[9.5rem_minmax(0,1fr)] xl:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,1fr)]'}`}
      >
        {!previewRequested && (
          <div>
            <SectionNav form={form} current={section} />
          </div>
        )}
        {!previewRequested && (
          <Panel title={section.label} note={section.description}>
            <fieldset disabled={Boolean(recoverable)} aria-label={section.label} className="min-w-0">
              <Fields key={section.id} fields={section.fields} base="" />
            </fieldset>
            <div className="mt-6 border-line border-t pt-4">
              <Button
                variant="outline"
                size="sm"
                disabled={isUnchanged}
                onClick={() => form.resetSection(section)}
              >
                Discard changes
              </Button>
            </div>
          </Panel>
        )}
        {isPreviewShown && (
          <Preview version={draftState.version} source={getPreviewSource(form)} section={section} />
        )}
      </div>
      <ConflictDialog document={document} />
      <LeaveGuard
        unsaved={document.isUnsaved}
        message="Your changes are not on the site yet. They are kept as a draft, which you can restore when you come back to the settings."
        onLeave={storeDraft}
      />
    </DocumentProvider>
  )
}

function EditorHeader({
  form,
  onSave,
  children,
}: {
  form: SettingsForm
  onSave: () => void
  children: ReactNode
}) {
  const { document } = form
  const { save, recoverable } = useDocumentState(document)
  const isSaving = save.kind === 'saving'
  const isDirty = document.isUnsaved
  return (
    <FormHeader
      title="Settings"
      status={
        isDirty && (
          <>
            <Badge>Unsaved changes</Badge>
            <DraftStatus draft={form.draft} />
          </>
        )
      }
    >
      {children}
      <Button onClick={onSave} disabled={!isDirty || isSaving || Boolean(recoverable)}>
        {isSaving ? 'Saving...' : 'Save'}
      </Button>
    </FormHeader>
  )
}

function DraftStatus({ draft: { state } }: { draft: ServerDraft }) {
  const { savedAt, failed } = useStore(state, state.get())
  if (failed) return <span className="text-danger">Draft could not be saved.</span>
  return savedAt ? <span className="max-sm:hidden">{`Draft saved ${formatClockTime(savedAt)}`}</span> : null
}

/** Opens the preview in a tab of its own, at the edited section, once the server has the latest changes. */
function openPreviewTab({ document }: SettingsForm, { anchor }: SiteSection): void {
  // Opened before the request, because browsers block windows that are not the direct result of a click.
  const tab = window.open('', '_blank')
  if (!tab) {
    showErrorToast('Your browser has blocked the new tab. Allow pop-ups for this site.')
    return
  }
  void document.flushDraft().then(() => {
    tab.location.href = `${getPreviewUrl(document.isUnsaved ? 'draft' : 'published')}#${anchor}`
  })
}

/** The preview shows what the form shows: the stored draft, or the published version while the form has no changes. */
const getPreviewSource = ({ document, draft }: SettingsForm): PreviewSource =>
  document.isUnsaved && draft.state.get().hasStored ? 'draft' : 'published'
