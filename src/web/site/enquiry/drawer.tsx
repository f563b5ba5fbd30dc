import { useState } from 'react'
import { t, tParts } from '#messages/messages.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { useNavigate, useOrigin } from '#web/lib/navigation/navigation.tsx'
import { scrollToSection } from '#web/lib/navigation/section-scroll.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type EnquiryListLine, updateEnquiryList, useEnquiryList } from '../items/remembered/enquiry-list.ts'
import { type CheckedLine, EnquiryLines, restoreLines, UndoBar, useCheckedLines } from './enquiry-lines.tsx'
import { buildListUrl } from './list-link.ts'
import { SentEnquiries } from './sent-enquiries.tsx'
import { SharedList } from './shared-list.tsx'

const CLOSE_MS = 100

/** The enquiry list: quantities, notes, a link to it, and the way to the contact form. */
export default function EnquiryDrawer({ onClose }: { onClose: () => void }) {
  const lines = useCheckedLines(useEnquiryList() ?? [])
  const [cleared, setCleared] = useState<readonly EnquiryListLine[]>()
  const goTo = useNavigate()
  const clear = () =>
    updateEnquiryList((before) => {
      setCleared(before)
      return []
    })
  const goToForm = () => {
    onClose()
    goTo('/#contact')
    // On the page of the form the address may be the same; the dialog first returns the focus to its button.
    setTimeout(() => scrollToSection('contact'), CLOSE_MS)
  }
  const undoClear = () => {
    if (cleared) restoreLines(cleared)
    setCleared(undefined)
  }
  return (
    <Dialog title={t('Enquiry list')} placement="right" onClose={onClose}>
      <div className="grid grow content-start gap-4 px-6 pt-4 pb-6">
        <SharedList />
        {cleared && lines.length === 0 && <UndoBar onUndo={undoClear}>{t('The list was cleared.')}</UndoBar>}
        <EnquiryLines lines={lines} onLeave={onClose} />
        {lines.length === 0 ? (
          <p className="text-muted">
            {tParts(
              'The list is empty. Add machines, spare parts or services with {button}, and ask for all of them at once.',
              { button: <b key="button">{t('Add to enquiry')}</b> },
            )}
          </p>
        ) : (
          <div className="flex flex-wrap gap-2">
            <CopyLinkButton lines={lines} />
            <Button variant="ghost" size="sm" onClick={clear}>
              {t('Clear list')}
            </Button>
          </div>
        )}
        <SentEnquiries />
      </div>
      <footer className="sticky bottom-0 grid gap-2 border-line border-t bg-surface px-6 py-4">
        {lines.length > 0 && (
          <Button size="lg" onClick={goToForm}>
            {t('Continue to enquiry form')}
          </Button>
        )}
        <p className="text-muted text-sm">
          {t('This list stays on this device until you send it. We then answer your enquiry.')}
        </p>
      </footer>
    </Dialog>
  )
}

function CopyLinkButton({ lines }: { lines: CheckedLine[] }) {
  const origin = useOrigin()
  const copy = () => {
    const available = lines.filter(({ summary }) => summary !== null)
    const url = buildListUrl(
      origin,
      available.map(({ item, summary, quantity }) => ({ key: summary?.slug ?? item, quantity })),
    )
    return copyText(t('Link'), url, t('Send it to a colleague; the list opens with these items.'))
  }
  return (
    <Button variant="outline" size="sm" onClick={() => void copy()}>
      {t('Copy link')}
    </Button>
  )
}
