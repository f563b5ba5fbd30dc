import { ExternalLink, History } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  type PageContent,
  PUBLICATION_FIELDS,
  PUBLICATION_LABELS,
  type PublicationType,
} from '#contracts/publication/fields.ts'
import type { EditedPublication } from '#contracts/publication/publication.ts'
import { ADMIN_PATHS, toPublicationPath } from '#web/lib/navigation/admin-paths.ts'
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
import { BackLink, PageHeader } from '../../shell/page-header.tsx'
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
  const { label, noun } = PUBLICATION_LABELS[type]
  const createdId = loaded ? undefined : stored?.id
  useEffect(() => {
    if (createdId) void navigate(toPublicationPath(createdId), { replace: true })
  }, [createdId, navigate])
  const saveOrAsk = () => {
    if (isUploading || isSaving || !check()) return
    if (stored?.state === 'published' && state.value.state !== 'published') setAsking(true)
    else void save()
  }
  useShortcut({ keys: 'Ctrl+S', label: 'Save', run: saveOrAsk })
  return (
    <DocumentProvider value={document}>
      <BackLink to={ADMIN_PATHS.publications}>Pages and articles</BackLink>
      <div className="sticky top-16 z-5 -mx-2 mb-1 bg-surface-grey px-2 pt-2 lg:top-0">
        <PageHeader title={stored ? `Edit ${noun}` : `New ${noun}`}>
          <p role="status" className="flex items-center gap-3 text-muted text-sm empty:absolute">
            {isUnsaved && <Badge>Unsaved changes</Badge>}
          </p>
          {stored && (
            <>
              <Link to={`${toPublicationPath(stored.id)}/history`} className={buttonClass('outline')}>
                <History aria-hidden="true" size={18} /> History
              </Link>
              <a
                // Without it, signed-in staff are led to the dashboard (row AUTH-7).
                href={`${stored.path}?preview=${stored.id}`}
                target="_blank"
                rel="noopener"
                className={buttonClass('outline')}
              >
                <ExternalLink aria-hidden="true" size={18} />
                {stored.state !== 'published' ? ' Preview' : ' View on site'}
              </a>
            </>
          )}
          <Button onClick={saveOrAsk} disabled={isSaving || isUploading || Boolean(state.recoverable)}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </PageHeader>
      </div>
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
            {state.value.state === 'scheduled'
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
