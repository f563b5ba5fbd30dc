import { X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { formatLongDate } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'
import { createLocalStorageStore } from '#web/lib/local-storage-store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { UndoBar } from './enquiry-lines.tsx'

const MAX_REMEMBERED = 3

/** An enquiry that was sent from this device. */
interface RememberedEnquiry {
  reference: string
  /** The private page that its sender may read: '/q/{secret}'. */
  statusPath: string
  /** UTC. */
  sentAt: string
}
type Remembered = readonly RememberedEnquiry[]

/** The newest first. */
const sent = createLocalStorageStore<Remembered>('sentEnquiries', (stored) =>
  Array.isArray(stored)
    ? stored.filter(
        (entry) =>
          typeof entry?.reference === 'string' &&
          /^\/q\/[\w-]{43}$/.test(entry.statusPath) &&
          Number.isFinite(Date.parse(entry.sentAt)),
      )
    : [],
)

/** Stores on this device that an enquiry was sent now. One without a link, such as a late repetition, changes nothing. */
export function rememberEnquiry({
  reference,
  statusPath,
}: {
  reference: string
  statusPath?: string | undefined
}): void {
  if (!statusPath) return
  const entry = { reference, statusPath, sentAt: new Date().toISOString() }
  sent.update((before) =>
    [entry, ...before.filter((other) => other.reference !== reference)].slice(0, MAX_REMEMBERED),
  )
}

/** The enquiries that were sent from this device before, with the links to their pages. One that was just sent has its confirmation. */
export function SentEnquiries() {
  const remembered = useSyncExternalStore(sent.subscribe, sent.get)
  const [before] = useState(remembered)
  const [forgotten, setForgotten] = useState<RememberedEnquiry>()
  const shown = remembered.filter(({ reference }) => before.some((other) => other.reference === reference))
  const forget = (entry: RememberedEnquiry) => {
    sent.update((entries) => entries.filter(({ reference }) => reference !== entry.reference))
    setForgotten(entry)
  }
  const undo = () => {
    if (forgotten)
      sent.update((entries) =>
        [...entries, forgotten].sort((one, other) => other.sentAt.localeCompare(one.sentAt)),
      )
    setForgotten(undefined)
  }
  if (shown.length === 0 && !forgotten) return null
  return (
    <section aria-label={t('Enquiries sent from this device')} className="mb-6 grid gap-2">
      {forgotten && (
        <UndoBar onUndo={undo}>
          {t('You removed enquiry {reference} from this device.', { reference: forgotten.reference })}
        </UndoBar>
      )}
      <ul className="grid border-line border-t empty:hidden">
        {shown.map((entry) => (
          <li key={entry.reference} className="flex items-center gap-2 border-line border-b">
            <p className="wrap-anywhere grow py-2">
              {t('Enquiry {reference} of {date}:', {
                reference: entry.reference,
                date: formatLongDate(entry.sentAt),
              })}{' '}
              <a
                href={entry.statusPath}
                aria-label={t('Follow this enquiry, {reference}', { reference: entry.reference })}
                className="py-1 text-link underline underline-offset-4 hover:decoration-2"
              >
                {t('Follow this enquiry')}
              </a>
            </p>
            <IconButton
              label={t('Remove from this device: {reference}', { reference: entry.reference })}
              variant="ghost"
              onClick={() => forget(entry)}
            >
              <X aria-hidden="true" size={20} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
