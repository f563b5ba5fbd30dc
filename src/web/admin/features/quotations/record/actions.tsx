import { useQueryClient } from '@tanstack/react-query'
import { CheckCheck, FileText, PencilLine, Send, ShieldCheck } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Quotation } from '#contracts/quotation/record.ts'
import { describeQuotationState } from '#contracts/quotation/states.ts'
import { can, useCurrentUser } from '#web/admin/session/session.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { showToast } from '#web/lib/toast.ts'
import { type Action, ActionsMenu } from '#web/ui/actions-menu.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useQuotation, useQuotationState } from '../editor/fields.tsx'
import { createLink, issueQuotation, runAction, toPdfPath } from '../requests.ts'
import { APPROVAL_ENDS, ApprovalFacts } from './approval.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { DeletionDialog, ErasureDialog, LinksDialog } from './removal-dialogs.tsx'
import { SendDialog, SentDialog } from './send-dialog.tsx'

type ActionName =
  | 'request-approval'
  | 'approve'
  | 'refuse'
  | 'revise'
  | 'discard-revision'
  | 'withdraw'
  | 'confirm'

/** What a button or an entry of the menu opens. */
type DialogName = ActionName | 'send' | 'links' | 'erasure' | 'deletion'

interface ActionTexts {
  title: string
  text: string
  confirmLabel: string
  /** Shown after it is done. */
  done: string
  reasonLabel?: string
  isRequired?: boolean
  isDangerous?: boolean
}

const ACTIONS: Record<ActionName, ActionTexts> = {
  'request-approval': {
    title: 'Ask for approval?',
    text: `Somebody who may approve discounts has to agree before the quotation is sent. ${APPROVAL_ENDS}`,
    confirmLabel: 'Ask for approval',
    reasonLabel: 'Why this discount?',
    isRequired: true,
    done: 'Approval requested',
  },
  approve: {
    title: 'Approve the discount?',
    text: `The quotation can be sent then. ${APPROVAL_ENDS}`,
    confirmLabel: 'Approve',
    done: 'Discount approved',
  },
  refuse: {
    title: 'Refuse the discount?',
    text: 'The quotation becomes a draft again.',
    confirmLabel: 'Refuse',
    reasonLabel: 'Reason',
    isRequired: true,
    done: 'Discount refused',
  },
  revise: {
    title: 'Start a revision?',
    text: 'The quotation becomes a draft. The customer can still read what was sent, but cannot accept it until you send the revision or discard it.',
    confirmLabel: 'Start revision',
    done: 'Revision started',
  },
  'discard-revision': {
    title: 'Discard the revision?',
    text: 'All changes since the quotation was last sent are lost, and the customer can accept what was sent.',
    confirmLabel: 'Discard revision',
    isDangerous: true,
    done: 'Revision discarded',
  },
  withdraw: {
    title: 'Withdraw the quotation?',
    text: 'The customer can no longer accept it.',
    confirmLabel: 'Withdraw',
    reasonLabel: 'Reason',
    isDangerous: true,
    done: 'Quotation withdrawn',
  },
  confirm: {
    title: 'Confirm the order?',
    text: 'This records that the order is confirmed. The buyer is told by email if an address is known, and can download the order confirmation. The message stands in the email and on the page of the quotation.',
    confirmLabel: 'Confirm order',
    reasonLabel: 'Message to the buyer (optional)',
    done: 'Order confirmed',
  },
}

const isAction = (name: DialogName | undefined): name is ActionName => name !== undefined && name in ACTIONS

/** What actions do with a quotation that was never sent. */
const UNSENT_TEXTS: Partial<Record<ActionName, string>> = {
  withdraw: 'It was never sent. It stays in the list as withdrawn, and can be continued later.',
  revise: 'The quotation becomes a draft again.',
}

/** What an action does; about a discount, with what is above the limit. */
function ActionText({ name, quotation }: { name: ActionName; quotation: Quotation }) {
  const { issueCount, stateBeforeRevision: before } = quotation
  const text =
    name === 'discard-revision' && before && before !== 'sent'
      ? `All changes since the quotation was last sent are lost. It is ${describeQuotationState(before)} again: the customer cannot accept it.`
      : (issueCount === 0 && UNSENT_TEXTS[name]) || ACTIONS[name].text
  const isAboutDiscount = name === 'request-approval' || name === 'approve' || name === 'refuse'
  return (
    <div className="grid gap-3">
      {isAboutDiscount && <ApprovalFacts quotation={quotation} />}
      <p>{text}</p>
    </div>
  )
}

/**
 * The buttons for a quotation in its present state, as far as the user may use them, and the dialog that one has opened. They
 * are returned apart, because an action can replace the editor with its buttons. `onEdit` opens a waiting one in the editor.
 */
export function useQuotationActions({ onEdit }: { onEdit: (() => void) | undefined }): {
  buttons: ReactNode
  dialog: ReactNode
} {
  const editor = useQuotation()
  const client = useQueryClient()
  const user = useCurrentUser()
  const { stored } = useQuotationState()
  const [open, setOpen] = useState<DialogName>()
  const close = () => setOpen(undefined)
  const [isPreparing, setPreparing] = useState(false)
  const [newLink, setNewLink] = useState<string>()
  const canEdit = can(user, 'quotations.edit')
  const canApprove = can(user, 'quotations.approve')

  /** Saves what is entered first, because actions concern what is stored. */
  const begin = async (name: ActionName | 'send') => {
    const isIncomplete = Object.keys(editor.getState().problems).length > 0
    if (isIncomplete && (name === 'send' || name === 'request-approval')) {
      editor.revealErrors()
      return
    }
    setPreparing(true)
    const isSaved = await editor.flush()
    setPreparing(false)
    if (isSaved) setOpen(name)
    else editor.revealErrors()
  }
  /** What cannot be saved does not prevent the deletion. */
  const askToDelete = async () => {
    await editor.flush()
    setOpen('deletion')
  }
  const finish = async (quotation: Quotation) => {
    editor.mergeStored(quotation)
    await client.invalidateQueries({ queryKey: ['quotations'] })
  }
  const run = async (name: ActionName, reason: string) => {
    const { id, revision } = editor.getState().stored!
    await finish(await runAction(id, name, { revision, [name === 'confirm' ? 'message' : 'reason']: reason }))
    showToast({ title: ACTIONS[name].done })
  }
  const send: ComponentProps<typeof SendDialog>['onSend'] = async ({ address, ...options }) => {
    if (options.sendEmail && address !== editor.getState().value.buyer.email) {
      editor.change((draft) => ({ ...draft, buyer: { ...draft.buyer, email: address } }))
      if (!(await editor.flush()))
        throw new Error(editor.getState().errors['buyer.email'] ?? 'The email address could not be saved.')
    }
    const { id, revision } = editor.getState().stored!
    const issued = await issueQuotation(id, { revision, ...options })
    await finish(issued)
    return issued
  }

  const state = stored?.state ?? 'draft'
  const isDraft = state === 'draft'
  const needsApproval = stored?.approval.isRequired ?? false
  const wasIssued = (stored?.issueCount ?? 0) > 0
  const isWaiting = state === 'awaiting-approval'
  const isUnsent = isDraft || isWaiting
  const addLink = () => createLink(stored!.id).then(({ link }) => setNewLink(link), showErrorToast)
  const menu: (Action | false)[] = [
    canEdit && wasIssued && { label: 'Create another link', run: () => void addLink() },
    canEdit && wasIssued && { label: 'Revoke all links', run: () => setOpen('links'), danger: true },
    canEdit && isWaiting && onEdit !== undefined && { label: 'Edit', run: onEdit },
    canEdit &&
      wasIssued &&
      isUnsent && { label: 'Discard revision', run: () => void begin('discard-revision'), danger: true },
    canEdit &&
      stored !== undefined &&
      (isUnsent || state === 'sent') && {
        label: 'Withdraw',
        run: () => void begin('withdraw'),
        danger: true,
      },
    canEdit &&
      stored !== undefined &&
      !wasIssued && { label: 'Delete', run: () => void askToDelete(), danger: true },
  ]
  // The data of a customer are erased as a whole, on the screen of the customer.
  if (stored && !stored.customer && can(user, 'settings.edit'))
    menu.push({ label: 'Erase personal data', run: () => setOpen('erasure'), danger: true })
  const menuActions = menu.filter((action) => action !== false)

  const button = (
    name: ActionName | 'send',
    Icon: typeof Send,
    variant: 'default' | 'outline' = 'default',
  ): ReactNode => (
    <Button
      variant={variant}
      // The button keeps the focus while what is entered is saved.
      aria-disabled={isPreparing}
      onClick={() => !isPreparing && void begin(name)}
    >
      <Icon aria-hidden="true" size={18} />{' '}
      {name === 'send' ? (wasIssued ? 'Send revision' : 'Send') : ACTIONS[name].confirmLabel}
    </Button>
  )
  const buttons = (
    <>
      {stored && (
        <a
          href={toPdfPath(stored.id)}
          target="_blank"
          rel="noreferrer"
          onClick={(event) => {
            if (!editor.isUnsaved) return
            // The document is made of what is stored.
            event.preventDefault()
            void editor
              .flush()
              .then((isSaved) =>
                isSaved ? window.open(toPdfPath(stored.id), '_blank', 'noopener') : editor.revealErrors(),
              )
          }}
          className={buttonClass('outline')}
        >
          <FileText aria-hidden="true" size={18} /> {state === 'accepted' ? 'PDF of the order' : 'PDF'}
        </a>
      )}
      {canEdit && isDraft && needsApproval && !canApprove && button('request-approval', ShieldCheck)}
      {canEdit && isDraft && (!needsApproval || canApprove) && button('send', Send)}
      {canApprove && isWaiting && button('refuse', PencilLine, 'outline')}
      {canApprove && isWaiting && button('approve', ShieldCheck)}
      {canEdit &&
        (state === 'sent' || state === 'declined' || state === 'withdrawn') &&
        button('revise', PencilLine, 'outline')}
      {canEdit && state === 'accepted' && !stored?.isConfirmed && button('confirm', CheckCheck)}
      {menuActions.length > 0 && <ActionsMenu label="Further actions" actions={menuActions} />}
    </>
  )
  const dialog = (
    <>
      {newLink && stored && (
        <SentDialog
          issued={{ number: stored.number ?? '', link: newLink, buyer: stored.buyer }}
          email="none"
          onClose={() => setNewLink(undefined)}
        />
      )}
      {open === 'links' && stored && <LinksDialog quotation={stored} onClose={close} />}
      {open === 'erasure' && stored && <ErasureDialog quotation={stored} onClose={close} />}
      {open === 'deletion' && stored && <DeletionDialog quotation={stored} onClose={close} />}
      {open === 'send' && stored && (
        <SendDialog
          quotation={stored}
          notice={
            needsApproval
              ? `The discount of ${stored.approval.maxDiscountPercent} % is above the limit of ${stored.approval.limitPercent} %. Sending it approves it.`
              : undefined
          }
          onSend={send}
          onClose={close}
        />
      )}
      {isAction(open) && stored && (
        <ReasonDialog
          {...ACTIONS[open]}
          text={<ActionText name={open} quotation={stored} />}
          onConfirm={(reason) => run(open, reason)}
          onClose={close}
        />
      )}
    </>
  )
  return { buttons, dialog }
}
