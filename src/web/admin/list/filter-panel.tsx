import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/**
 * The filters of a list, as further cells of the grid or row around it. On screens below 768 px they are behind a button
 * that names the number of active ones.
 */
export function FilterPanel({ activeCount, children }: { activeCount: number; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        variant="outline"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="md:hidden"
      >
        <ListFilter aria-hidden="true" size={18} /> {activeCount > 0 ? `Filters (${activeCount})` : 'Filters'}
      </Button>
      <div
        id={id}
        className={`col-span-full w-full gap-3 md:contents ${open ? 'grid grid-cols-2' : 'hidden'}`}
      >
        {children}
      </div>
    </>
  )
}
