import type { Kind } from '#contracts/item/kind.ts'
import { msg, t } from '#messages/messages.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import Filters, { type FiltersProps } from './filters.tsx'

const SHOW_LABELS = {
  machine: msg('Show {count, plural, one {# machine} other {# machines}}'),
  spare: msg('Show {count, plural, one {# spare part} other {# spare parts}}'),
  service: msg('Show {count, plural, one {# service} other {# services}}'),
} satisfies Record<Kind, string>

interface FilterSheetProps extends FiltersProps {
  /** The number of items in the list, where it is known. */
  count: number | undefined
  onClose: () => void
}

/** The filters on a narrow screen, which they cover. */
export default function FilterSheet({ view, onChange, count, onClose }: FilterSheetProps) {
  return (
    <Dialog title={t('Filters')} placement="right" onClose={onClose}>
      <Filters view={view} onChange={onChange} isSheet />
      <footer className="sticky bottom-0 mt-auto border-line border-t bg-surface px-6 py-3">
        <Button size="lg" className="w-full" onClick={onClose}>
          {count === undefined ? t('Show the list') : t(SHOW_LABELS[view.tab], { count })}
        </Button>
      </footer>
    </Dialog>
  )
}
