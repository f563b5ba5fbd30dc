import { t } from '#messages/messages.ts'
import { showToast } from '#web/lib/toast.ts'
import { myMachines } from '../items/remembered/owned-machines.ts'

/** Each machine needs a request on every page with spare parts. */
const MAX_MACHINES = 10

/** A machine of the visitor as it is stored: the slug, or the name typed without spaces if the catalogue has no such machine. */
export interface OwnedMachine {
  key: string
  name: string
}

/** Parses an entry, 'cl-40-capstan-lathe CL 40'. */
export function parseEntry(entry: string): OwnedMachine {
  const [key = ''] = entry.split(' ')
  return { key, name: entry.slice(key.length + 1) || key }
}

/** Adds a machine, or removes it; a toast says so, or that there are too many. */
export function setOwned({ key, name }: OwnedMachine, isOwned: boolean): void {
  myMachines.update((entries) => {
    const others = entries.filter((entry) => parseEntry(entry).key !== key)
    if (!isOwned) return others
    if (others.length >= MAX_MACHINES) {
      showToast({
        title: t('You can save {count} machines', { count: MAX_MACHINES }),
        description: t('Remove one to add {machine}.', { machine: name }),
      })
      return entries
    }
    showToast({
      title: t('Saved on this device'),
      description: t('We mark the spare parts that fit your {machine}.', { machine: name }),
    })
    return [...others, `${key} ${name}`]
  })
}

/** Stores the present slug and name of a machine that was renamed since it was stated. */
export function renameMachine(before: OwnedMachine, { key, name }: OwnedMachine): void {
  myMachines.update((entries) => {
    const renamed = entries.map((entry) => (parseEntry(entry).key === before.key ? `${key} ${name}` : entry))
    return renamed.filter(
      (entry, index) => renamed.findIndex((each) => parseEntry(each).key === parseEntry(entry).key) === index,
    )
  })
}
