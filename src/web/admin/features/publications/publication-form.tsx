import { ExternalLink, History, Languages } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  type PageContent,
  PUBLICATION_FIELDS,
  PUBLICATION_LABELS,
  type PublicationState,
  type PublicationType,
} from '#contracts/publication/fields.ts'
import type { EditedPublication } from '#contracts/publication/publication.ts'
import { ADMIN_PATHS, toPublicationPath, toTranslationsPath } from '#web/lib/navigation/admin-paths.ts'
import { ActionsMenu } from '#web/ui/actions-menu.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ConflictDialog } from '../../editing/conflicts.tsx'
import { DocumentProvider, useDocumentState } from '../../editing/document-context.tsx'
import { ConfirmDialog } from '../../editing/form-dialog.tsx'
import { LeaveGuard } from '../../editing/leave-guard.tsx'
import { RecoveredDraft } from '../../editing/recovered-draft.tsx'
import { Fields } from '../../fields/field.tsx'
import { useUnsavedParts } from '../../session/unsaved-changes.ts'
import { useShortcut } from '../../shell/navigation/shortcuts.tsx'
import { BackLink, FormHeader } from '../../shell/page-header.tsx'
import { usePublicationForm } from './use-publication-form.ts'

interface PublicationFormProps {
  type: PublicationType
  /** Undefined for a new one. */
  loaded: EditedPublication | undefined
  /** What a new one begins with. */
  template?: PageContent | undefined
  /** Shown above the fields. */
  children?: ReactNode
}

/** The form of a page or an article. */
export function PublicationForm({ type, loaded, template, children }: PublicationFormProps) {
  const navigate = useNavigate()
  const { document, check, save } = usePublicationForm(type, loaded, template)
  const [isAsking, setAsking] = useState(false)
  const state = useDocumentState(document)
  const { stored } = state
  const isSaving = state.save.kind === 'saving'
  const isUnsaved = document.isUnsaved
  const isUploading = useUnsavedParts().length > 0
  const isBlocked = isSaving || isUploading || Boolean(state.recoverable)
  const entered = state.value.state
  const { label, noun } = PUBLICATION_LABELS[type]
  // Whoever takes a page back to a draft would press 'Publish' by mistake, where 'Save' was before.
  const offersPublish = entered === 'draft' && (stored?.state ?? 'draft') === 'draft'
  const createdId = loaded ? undefined : stored?.id
  useEffect(() => {
    if (createdId) void navigate(toPublicationPath(createdId), { replace: true })
  }, [createdId, navigate])
  const saveOrAsk = () => {
    if (isUploading || isSaving || !check()) return
    if (stored?.state === 'published' && entered !== 'published') setAsking(true)
    else void save()
  }
  const publish = () => {
    if (!check({ ...state.value, state: 'published' })) return
    document.changeField('state', 'published')
    void save()
  }
  const previewUrl = stored && `${stored.path}?preview=${stored.id}`
  const previewLabel = toPreviewLabel(stored?.state, isUnsaved)
  const historyPath = stored && `${toPublicationPath(stored.id)}/history`
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: saveOrAsk })
  return (
    <DocumentProvider value={document}>
      <BackLink to={ADMIN_PATHS.publications}>Pages and articles</BackLink>
      <FormHeader
        title={stored ? `Edit ${noun}` : `New ${noun}`}
        status={isUnsaved && <Badge>Unsaved changes</Badge>}
      >
        {historyPath && previewUrl && (
          <>
            <Link
              to={toTranslationsPath(stored.id)}
              className={buttonClass('outline', 'default', 'max-lg:hidden')}
            >
              <Languages aria-hidden="true" size={18} /> Translations
            </Link>
            <Link to={historyPath} className={buttonClass('outline', 'default', 'max-lg:hidden')}>
              <History aria-hidden="true" size={18} /> History
            </Link>
            {/* Signed-in staff are led to the dashboard by an address without a preview (row AUTH-7). */}
            <a
              href={previewUrl}
              target="_blank"
              rel="noopener"
              className={buttonClass('outline', 'default', 'max-lg:hidden')}
            >
              <ExternalLink aria-hidden="true" size={18} /> {previewLabel}
            </a>
            <ActionsMenu
              label="Translations, history and preview"
              className="lg:hidden"
              actions={[
                { label: 'Translations', run: () => void navigate(toTranslationsPath(stored.id)) },
                { label: 'History', run: () => void navigate(historyPath) },
                { label: previewLabel, run: () => void open(previewUrl, '_blank', 'noopener') },
              ]}
            />
          </>
        )}
        <Button variant={offersPublish ? 'outline' : 'default'} onClick={saveOrAsk} disabled={isBlocked}>
          {isSaving ? 'Saving...' : toSaveLabel(entered, stored?.state)}
        </Button>
        {offersPublish && (
          <Button onClick={publish} disabled={isBlocked}>
            Publish
          </Button>
        )}
      </FormHeader>
      <RecoveredDraft document={document} title="Unsaved draft" />
      {children}
      <Panel>
        <fieldset
          disabled={isSaving || Boolean(state.recoverable)}
          aria-label={label}
          className="min-w-0 max-w-224"
        >
          <Fields fields={PUBLICATION_FIELDS[type]} base="" />
        </fieldset>
      </Panel>
      {isAsking && (
        <ConfirmDialog
          title={`Take the ${noun} off the site?`}
          confirmLabel="Take it off and save"
          onConfirm={() => void save()}
          onClose={() => setAsking(false)}
        >
          <p>
            {entered === 'scheduled'
              ? 'Visitors can read it now. After saving, they can read it only from the day of publication.'
              : 'Visitors can read it now. After saving, only staff can.'}
          </p>
        </ConfirmDialog>
      )}
      <ConflictDialog document={document} />
      <LeaveGuard
        unsaved={isUnsaved}
        onLeave={document.abandon}
        isSamePlace={(path) => stored !== undefined && path === toPublicationPath(stored.id)}
      />
    </DocumentProvider>
  )
}

function toPreviewLabel(stored: PublicationState | undefined, isUnsaved: boolean): string {
  if (stored === 'published') return 'View on site'
  return isUnsaved ? 'Preview of what is saved' : 'Preview'
}

function toSaveLabel(entered: unknown, stored: PublicationState | undefined): string {
  if (entered === 'draft') return 'Save draft'
  return entered === 'published' && stored !== 'published' ? 'Publish' : 'Save'
}
