import type { Item } from '#contracts/item/parse-item.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const loadRelations = () => import('./relations-panel.tsx')
const loadDrawings = () => import('./drawings-panel.tsx')

/** What an item fits, is replaced by or goes with, and the assembly drawings of a machine, below its form. */
export const Relations = ({ item }: { item: Item }) => (
  <div className="mt-4 grid max-w-224 gap-4">
    <Panel title="Relations" note="Changes are saved at once">
      <LazyComponent load={loadRelations} props={{ item }} fallback={<Spinner label="Loading..." />} />
    </Panel>
    {item.kind === 'machine' && (
      <Panel title="Assembly drawings" note="Points show the spare parts with the same assembly and position">
        <LazyComponent load={loadDrawings} props={{ item }} fallback={<Spinner label="Loading..." />} />
      </Panel>
    )}
  </div>
)
