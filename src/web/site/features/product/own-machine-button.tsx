import { Check, Plus } from 'lucide-react'
import type { Item } from '#contracts/item/parse-item.ts'
import { t } from '#messages/messages.ts'
import { showNetworkError } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { myMachines } from '../../items/remembered/owned-machines.ts'

/** States that the visitor owns a machine, or no longer does. */
export function OwnMachineButton({ item: { slug, name, commercial } }: { item: Item }) {
  const isOwned = !!myMachines.useIds()?.some((entry) => entry.startsWith(`${slug} `))
  const Icon = isOwned ? Check : Plus
  const toggle = () =>
    import('../../machines/machine-entries.ts').then(
      ({ setOwned }) => setOwned({ key: slug, name: commercial.code ?? name }, !isOwned),
      showNetworkError,
    )
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isOwned}
      onClick={() => void toggle()}
      className="min-h-11"
    >
      <Icon aria-hidden="true" size={18} /> {t('I own this machine')}
    </Button>
  )
}
