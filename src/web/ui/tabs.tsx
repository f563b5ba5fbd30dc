import type { ReactNode } from 'react'

/** The classes of a tab, which is a link with a URL of its own. The open one has `aria-current`. */
export const TAB_CLASS =
  '-mb-px flex-none border-transparent border-b-3 px-4 py-3 font-head font-medium text-lg hover:border-line-strong aria-[current]:border-marine aria-[current]:font-semibold'

export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="mb-6 flex overflow-x-auto border-line-strong border-b">
      {children}
    </nav>
  )
}
