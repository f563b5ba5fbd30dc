import type { FoundPage } from '#contracts/publication/found-page.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'

/** Links to pages and articles with their summaries. */
export const FoundPageList = ({ pages }: { pages: readonly FoundPage[] }) => (
  <ul className="grid gap-2">
    {pages.map(({ title, path, summary }) => (
      <li key={path}>
        <SiteLink to={path} className="font-semibold text-link underline underline-offset-4">
          {title}
        </SiteLink>
        <p className="text-muted text-sm">{summary}</p>
      </li>
    ))}
  </ul>
)
