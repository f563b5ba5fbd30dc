import { useState } from 'react'
import type { Item } from '#contracts/item/parse-item.ts'
import { t } from '#messages/messages.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { showNetworkError } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { myMachines } from './owned-machines.ts'

const load = () => import('../../machines/machine-fits.tsx')

/** Says on a card, row or strip that a spare part fits a machine of the visitor; nothing otherwise. */
export function FitMark({ item }: { item: Pick<Item, 'kind' | 'slug'> }) {
  const entries = myMachines.useIds()
  return item.kind === 'spare' && entries?.[0] ? (
    <LazyComponent load={load} props={{ entries, marked: item }} />
  ) : null
}

/**
 * The machines of the visitor: on the page of a part, whether it fits them; in the catalogue, links to the parts that do.
 * Until one is stated, a button to state it.
 */
export function MyMachines({ part }: { part?: Item }) {
  const entries = myMachines.useIds()
  const [isOpen, setIsOpen] = useState(false)
  const button = (
    <Button variant="link" size="sm" className="js-only my-machines" onClick={() => setIsOpen(true)}>
      {part ? t('Does it fit my machine?') : t('Which spare parts fit my machine?')}
    </Button>
  )
  return isOpen || entries?.[0] ? (
    <LazyComponent
      load={load}
      props={{ entries: entries ?? [], part, isOpen, setIsOpen }}
      fallback={button}
      onFail={() => {
        setIsOpen(false)
        showNetworkError()
      }}
    />
  ) : (
    button
  )
}
