import type { ReactNode } from 'react'

/** The look of one tab, a link: each has an address of its own. The open one carries `aria-current`. */
export const TAB_CLASS =
  '-mb-px flex-none border-transparent border-b-3 px-4 py-3 font-head font-medium text-lg hover:border-line-strong aria-[current]:border-marine aria-[current]:font-semibold'

export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="mb-6 flex overflow-x-auto border-line-strong border-b">
      {children}
    </nav>
  )
}
