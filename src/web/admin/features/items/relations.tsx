import type { Item } from '#contracts/parse-item.ts'
import { LazyComponent } from '../../../lib/lazy-component.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const load = () => import('./relations-panel.tsx')

/** What an item fits, is replaced by or goes with, below its form. Its changes are saved at once. */
export const Relations = ({ item }: { item: Item }) => (
  <div className="mt-4 max-w-224">
    <Panel title="Relations" note="Changes are saved at once">
      <LazyComponent load={load} props={{ item }} fallback={<Spinner label="Loading..." />} />
    </Panel>
  </div>
)
