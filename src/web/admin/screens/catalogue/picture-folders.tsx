import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { LeaveGuard } from '../../editing/leave-guard.tsx'
import { ChoosePanel, DropArea } from '../../features/picture-folders/choose-panel.tsx'
import { ItemList } from '../../features/picture-folders/item-list.tsx'
import { ActivityPanel, SummaryPanel } from '../../features/picture-folders/summary-panel.tsx'
import { UnmatchedList } from '../../features/picture-folders/unmatched-list.tsx'
import { usePictureFolder } from '../../features/picture-folders/use-picture-folder.ts'
import { IncrementalList } from '../../list/incremental-list.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'
import { PermittedScreen } from '../../shell/permitted-screen.tsx'

const TITLE = 'Picture folder'

/** Photographs of many items at once: a folder or zip to choose, the items that its files belong to, and their upload. */
export default function PictureFolders() {
  return (
    <PermittedScreen permission="catalogue.edit" title={TITLE} action="change items">
      <BackLink to={ADMIN_PATHS.imports}>Back to import</BackLink>
      <PageHeader title={TITLE} subtitle="Add photographs to many items at once" />
      <Pictures />
    </PermittedScreen>
  )
}

function Pictures() {
  const folder = usePictureFolder()
  const { activity, pictures, rejected, unmatched, plans, uploads, isRunning } = folder
  if (pictures.length === 0 && rejected.length === 0)
    return activity ? (
      <ActivityPanel activity={activity} />
    ) : (
      <ChoosePanel onChoose={folder.choose} error={folder.error} />
    )
  const isBusy = isRunning || activity !== undefined
  const isUnsaved =
    isBusy || plans.some(({ item, toSend }) => toSend.length > 0 && uploads.get(item.id)?.status !== 'done')
  return (
    <DropArea onChoose={folder.choose}>
      <LeaveGuard
        unsaved={isUnsaved}
        message="Some pictures have not been uploaded. You can choose the same folder again later: pictures that are stored already are skipped."
        onLeave={async () => {}}
      />
      {activity ? <ActivityPanel activity={activity} /> : <SummaryPanel folder={folder} />}
      {unmatched.length > 0 && <UnmatchedList folder={folder} disabled={isBusy} />}
      <ItemList folder={folder} disabled={isBusy} />
      {rejected.length > 0 && <RejectedFiles files={rejected} />}
    </DropArea>
  )
}

/** The files that cannot be uploaded, each with the reason. */
function RejectedFiles({ files }: { files: { path: string; reason: string }[] }) {
  return (
    <section aria-labelledby="rejected">
      <h2 id="rejected" className="mb-3 text-brand leading-[1.2]">
        Files that cannot be uploaded
      </h2>
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        <IncrementalList name="files" count={files.length} batchSize={50}>
          {(visibleCount) => (
            <ul>
              {files.slice(0, visibleCount).map(({ path, reason }) => (
                <li key={path} className="border-line border-b px-4 py-2 last:border-0">
                  <p className="wrap-anywhere">{path}</p>
                  <p className="text-muted text-sm">{reason}</p>
                </li>
              ))}
            </ul>
          )}
        </IncrementalList>
      </div>
    </section>
  )
}
