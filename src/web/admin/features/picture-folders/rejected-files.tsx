import { PagedList } from './paged-list.tsx'

/** The files that cannot be uploaded, each with the reason. */
export function RejectedFiles({ files }: { files: { path: string; reason: string }[] }) {
  return (
    <section aria-labelledby="rejected">
      <h2 id="rejected" className="mb-3 text-brand leading-[1.2]">
        Files that cannot be uploaded
      </h2>
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        <PagedList entries={files} pageSize={50} noun="files">
          {({ path, reason }) => (
            <li key={path} className="border-line border-b px-4 py-2 last:border-0">
              <p className="wrap-anywhere">{path}</p>
              <p className="text-muted text-sm">{reason}</p>
            </li>
          )}
        </PagedList>
      </div>
    </section>
  )
}
