import { useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import { createLocalStorageStore } from '#web/lib/local-storage-store.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { dismissToast, showToast } from '#web/lib/toast.ts'

/** One item of the enquiry list, as the API takes it, with its name at the time it was added. */
export interface EnquiryListLine {
  /** The id of the item, which may be deleted since. */
  item: string
  name: string
  quantity: number
  note?: string
}
type EnquiryList = readonly EnquiryListLine[]
/** The item that is added. */
interface ListedItem {
  id: string
  name: string
}

declare global {
  interface WindowEventMap {
    /** The id of an item that was added to the list. */
    itemlisted: CustomEvent<string>
  }
}

const list = createLocalStorageStore<EnquiryList>('enquiryList', (stored) =>
  Array.isArray(stored) ? stored.filter((line) => line?.item && line.name && line.quantity > 0) : [],
)
const drawer = createStore(false)

/** The list outside of rendering. */
export const getEnquiryList = list.get
/** Replaces the list with the result of `change`. */
export const updateEnquiryList = list.update

/** The items that the visitor asks for, stored on this device; undefined on the server and during hydration. */
export const useEnquiryList = (): EnquiryList | undefined =>
  useSyncExternalStore<EnquiryList | undefined>(list.subscribe, list.get, () => undefined)

/**
 * Adds an item to the list, or the quantity to that of an item in the list; without a quantity the list contains the item at
 * least once. The limits of an enquiry apply when it is sent, so that nothing that was chosen gets lost.
 */
export function putIntoEnquiry({ id, name }: ListedItem, quantity = 0): void {
  list.update((lines) => {
    const line = lines.find(({ item }) => item === id)
    const changed = { item: id, name, ...line, quantity: (line?.quantity ?? 0) + quantity || 1 }
    return [...lines.filter((other) => other !== line), changed]
  })
  dispatchEvent(new CustomEvent('itemlisted', { detail: id }))
}

let addedToast = ''

/** Adds an item as `putIntoEnquiry` does; a toast says so until the list is opened. */
export function addToEnquiry(item: ListedItem, quantity = 1): void {
  putIntoEnquiry(item, quantity)
  const action = { label: t('Open enquiry list'), run: () => setEnquiryListOpen(true) }
  addedToast = showToast({ title: t('Added to enquiry'), description: item.name, action })
}

/** Whether the drawer with the list is open. */
export const useIsEnquiryListOpen = (): boolean => useStore(drawer, false)
export function setEnquiryListOpen(isOpen: boolean): void {
  if (isOpen) dismissToast(addedToast)
  drawer.set(isOpen)
}
