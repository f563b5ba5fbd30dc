import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { formatList } from '#contracts/format.ts'
import type { Quotation } from '#contracts/quotation/record.ts'
import { ConflictList } from '#web/admin/editing/conflicts.tsx'
import { DocumentProvider, useOpenDocument } from '#web/admin/editing/document-context.tsx'
import { LeaveGuard } from '#web/admin/editing/leave-guard.tsx'
import { RecoveredDraft } from '#web/admin/editing/recovered-draft.tsx'
import { BACKGROUND_HEADERS } from '#web/admin/session/requests.ts'
import { can, useCurrentUser } from '#web/admin/session/session.ts'
import { useShortcut } from '#web/admin/shell/navigation/shortcuts.tsx'
import { BackLink, PageHeader } from '#web/admin/shell/page-header.tsx'
import { ADMIN_PATHS, toQuotationPath } from '#web/lib/navigation/admin-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { formatAmount } from '../format.ts'
import { LineList } from '../lines/line-list.tsx'
import { UnitSuggestions } from '../lines/line-row.tsx'
import { useQuotationActions } from '../record/actions.tsx'
import { AnswerPanel, listOpenQuestions } from '../record/answer-panel.tsx'
import { ApprovalPanel } from '../record/approval.tsx'
import { DocumentView } from '../record/document-view.tsx'
import { AcceptancePanel, IssuesPanel, TimelinePanel } from '../record/history.tsx'
import { StateBadges } from '../record/state-badges.tsx'
import { fetchQuotation, reportEditor } from '../requests.ts'
import type { Draft } from './draft.ts'
import { useCalculation, useQuotation, useQuotationState } from './fields.tsx'
import { DraftProblems } from './missing-fields.tsx'
import { isEditable, QuotationDocument, toCalculated } from './quotation-document.ts'
import { SaveStatus } from './save-status.tsx'
import { BuyerPanel, ChargesPanel, DetailsPanel, DocumentPanel, TermsPanel } from './sections.tsx'
import { QuotationSource } from './source.tsx'
import { TotalsPanel } from './totals.tsx'

/** How often the editor reports that it is open, and looks for changes of others. */
const PRESENCE_INTERVAL_MS = 15_000
/** How often a quotation that is not edited is read again: the customer may have answered. */
const REFRESH_INTERVAL_MS = 30_000

interface QuotationEditorProps {
  /** Undefined for a new quotation. */
  stored: Quotation | undefined
  initial: Draft
  /** Identifies the copy on this device. */
  copyId: string
  onCreated: (quotation: Quotation) => void
}

/** A quotation: in the editor while it is a draft, otherwise as a document with its activity. */
export function QuotationEditor({ stored, initial, copyId, onCreated }: QuotationEditorProps) {
  const client = useQueryClient()
  const quotation = useOpenDocument(
    () =>
      new QuotationDocument({
        stored,
        initial,
        copyId,
        onCreated,
        onSaved: () => void client.invalidateQueries({ queryKey: ['quotations'] }),
      }),
  )
  return (
    <DocumentProvider value={quotation}>
      <OpenQuotation />
    </DocumentProvider>
  )
}

function OpenQuotation() {
  const { stored } = useQuotationState()
  const canEdit = can(useCurrentUser(), 'quotations.edit')
  /** The revision that the user edits although it waits for approval. */
  const [editedRevision, setEditedRevision] = useState<number>()
  const isWaiting = stored?.state === 'awaiting-approval'
  const isEdited =
    canEdit && (!stored || (isEditable(stored) && (!isWaiting || editedRevision === stored.revision)))
  const { buttons, dialog } = useQuotationActions({
    onEdit: canEdit && !isEdited ? () => setEditedRevision(stored?.revision) : undefined,
  })
  const title = stored?.number ?? (stored ? 'Draft quotation' : 'New quotation')
  return (
    <>
      <BackLink to={ADMIN_PATHS.quotations}>Back to quotations</BackLink>
      <PageHeader title={title} subtitle={stored?.buyerName ?? ''} className="mb-4!">
        {stored && (
          <span className="self-center">
            <StateBadges quotation={stored} />
          </span>
        )}
        {!isEdited && buttons}
      </PageHeader>
      {stored && <QuotationSource quotation={stored} />}
      {isEdited ? (
        <EditorForm isWaiting={isWaiting} buttons={buttons} />
      ) : (
        stored && <StoredQuotation quotation={stored} />
      )}
      {dialog}
    </>
  )
}

/** A quotation that is not edited. What the customer does appears without a reload. */
function StoredQuotation({ quotation }: { quotation: Quotation }) {
  const editor = useQuotation()
  const { id, reason, state } = quotation
  const canEdit = can(useCurrentUser(), 'quotations.edit')
  const questions = listOpenQuestions(quotation.events)
  const { data } = useQuery({
    queryKey: ['quotation', id, 'refreshed'],
    queryFn: ({ signal }) => fetchQuotation(id, { signal, headers: BACKGROUND_HEADERS }),
    initialData: quotation,
    refetchInterval: REFRESH_INTERVAL_MS,
    gcTime: 0,
  })
  useEffect(() => {
    if (data.revision >= (editor.getState().stored?.revision ?? 0) && data !== editor.getState().stored)
      editor.mergeStored(data)
  }, [data, editor])
  return (
    <>
      <Notices />
      {reason && (
        <p className="mb-4 rounded-lg border border-line bg-surface px-5 py-3">
          <strong>{state === 'declined' ? 'Declined: ' : 'Withdrawn: '}</strong>
          {reason}
        </p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <DocumentView quotation={quotation} />
        <div className="grid gap-4">
          {canEdit && questions.length > 0 && <AnswerPanel id={id} questions={questions} />}
          <ApprovalPanel quotation={quotation} />
          <TotalsPanel calculated={toCalculated(quotation)} />
          {quotation.acceptance && (
            <AcceptancePanel quotation={quotation} acceptance={quotation.acceptance} />
          )}
          <IssuesPanel quotation={quotation} />
          <TimelinePanel events={quotation.events} />
        </div>
      </div>
    </>
  )
}

function EditorForm({ isWaiting, buttons }: { isWaiting: boolean; buttons: ReactNode }) {
  const editor = useQuotation()
  const stored = useQuotationState((state) => state.stored)
  const { calculated, isCalculating, isOutdated } = useCalculation()
  const questions = listOpenQuestions(stored?.events ?? [])
  useShortcut({
    keys: 'Ctrl+S',
    label: 'Save now',
    run: () => void editor.flush().then((isSaved) => isSaved || editor.revealErrors()),
  })
  return (
    <>
      <EditorLeaveGuard />
      <UnitSuggestions />
      {stored && <Presence id={stored.id} />}
      <Notices />
      {isWaiting && (
        <p className="mb-4 rounded-lg bg-warning-soft px-5 py-3 text-warning">
          A change takes back the request for approval.
        </p>
      )}
      <div className="grid gap-4">
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <BuyerPanel />
          <DetailsPanel />
        </div>
        <LineList />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            <ChargesPanel />
            <DocumentPanel />
          </div>
          <div className="grid gap-4">
            <TotalsPanel calculated={calculated} isCalculating={isCalculating} isOutdated={isOutdated}>
              <DraftProblems />
            </TotalsPanel>
            {stored && <ApprovalPanel quotation={stored} />}
          </div>
        </div>
        <TermsPanel />
        {stored && questions.length > 0 && <AnswerPanel id={stored.id} questions={questions} />}
        {stored && (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <IssuesPanel quotation={stored} />
            <TimelinePanel events={stored.events} />
          </div>
        )}
      </div>
      <div className="sticky bottom-0 z-20 -mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-surface-grey px-4 py-3">
        <div className="min-w-0 flex-1 basis-36 sm:basis-60">
          <SaveStatus />
        </div>
        {calculated && (
          <p
            className={`whitespace-nowrap font-head font-semibold text-h4 tabular-nums ${isCalculating || isOutdated ? 'text-muted' : ''}`}
          >
            <span className="font-normal text-base text-muted">Total </span>
            {formatAmount(calculated.amounts.totalInCurrency, calculated.amounts.currency)}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">{buttons}</div>
      </div>
    </>
  )
}

/** What the user has to decide: an unsaved version of an earlier visit, and fields that somebody else has changed too. */
function Notices() {
  const editor = useQuotation()
  const { conflict, stored } = useQuotationState()
  const isTooLate = stored !== undefined && !isEditable(stored) && editor.isUnsaved
  return (
    <>
      {isTooLate && (
        <section
          aria-label="Changes that are not saved"
          className="mb-4 flex flex-wrap items-center gap-3 rounded-lg border border-danger bg-surface px-5 py-3"
        >
          <p className="mr-auto basis-80 grow">
            Your last changes are not saved, because the quotation is no longer a draft. They are kept on this
            device; start a revision to continue with them.
          </p>
          <Button variant="outline" size="sm" onClick={editor.discardChanges}>
            Discard my changes
          </Button>
        </section>
      )}
      <RecoveredDraft document={editor} title="Unsaved changes" />
      <ConflictList
        title="Someone else changed the same fields"
        note="Everything else was combined. Choose a value for each of these; then it is saved."
        fields={(conflict?.changes ?? []).map((change) => ({
          key: change.path,
          label: change.label,
          by: 'theirs',
          theirs: change.theirs,
          mine: change.mine ?? '',
          choose: (whose) => editor.resolve(change, whose),
        }))}
      />
    </>
  )
}

/** Reports that the quotation is open, names the others who have it open, and merges what they have saved. */
function Presence({ id }: { id: string }) {
  const editor = useQuotation()
  const { data } = useQuery({
    queryKey: ['quotation-editors', id],
    queryFn: ({ client, queryKey }) => reportEditor(id, client.getQueryData(queryKey) !== undefined),
    refetchInterval: PRESENCE_INTERVAL_MS,
    gcTime: 0,
  })
  useEffect(() => {
    if (data) void editor.refresh(data.revision).catch(() => {})
  }, [data, editor])
  const names = data?.editors.map(({ name }) => name) ?? []
  const texts = [
    names.length > 0 && `${formatList(names)} ${names.length === 1 ? 'has' : 'have'} this quotation open.`,
    data?.isInOtherTab && 'You have this quotation open in another tab.',
  ].filter(Boolean)
  return (
    <p
      role="status"
      className={texts.length > 0 ? 'mb-4 rounded-lg bg-warning-soft px-5 py-2.5 text-warning' : 'sr-only'}
    >
      {texts.length > 0 && `${texts.join(' ')} All changes are combined.`}
    </p>
  )
}

/**
 * Saves before the screen is left; a new quotation without lines only if the user says so. What is not saved stays on this
 * device, and the user is told so.
 */
function EditorLeaveGuard() {
  const quotation = useQuotation()
  const { save } = useQuotationState()
  const { waits, flush } = quotation
  return (
    <LeaveGuard
      unsaved={save.kind !== 'saved'}
      message={
        <>
          {(save.kind === 'failed' || save.kind === 'incomplete') && `Not saved: ${save.reason} `}
          {waits && 'The quotation has no lines yet. '}
          The changes are kept on this device, and offered when you open this screen again.
        </>
      }
      save={waits ? undefined : flush}
      saveAnyway={waits ? flush : undefined}
      // The address that a new quotation gets when it is stored.
      isSamePlace={(pathname) => pathname === toQuotationPath(quotation.getState().stored?.id ?? '')}
      onStay={() => quotation.revealErrors()}
    />
  )
}
