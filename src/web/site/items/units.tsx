import { t } from '#messages/messages.ts'
import { createLocalStorageList } from '#web/lib/local-storage-list.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import type { UnitTextProps } from './imperial-text.tsx'

const loadImperialText = () => import('./imperial-text.tsx')
const units = createLocalStorageList('units')

/** Whether the visitor prefers imperial units; false on the server and during hydration. */
export const useIsImperial = () => units.useHas('imperial')

/** A text with quantities as it was typed, or in imperial units with what was typed beside them. */
export function UnitText(props: UnitTextProps) {
  const stated = props.children ?? props.text
  return useIsImperial() ? <LazyComponent load={loadImperialText} props={props} fallback={stated} /> : stated
}

/** Chooses the units of the whole site on this device. */
export const UnitSwitch = () => (
  <label className="unit-switch js-only inline-flex items-center gap-2 text-sm print:hidden">
    {t('Units')}
    <select
      value={useIsImperial() ? 'imperial' : ''}
      onChange={(event) => units.update(() => [event.target.value])}
      className="field w-auto"
    >
      <option value="">{t('Metric')}</option>
      <option value="imperial">{t('Imperial')}</option>
    </select>
  </label>
)
