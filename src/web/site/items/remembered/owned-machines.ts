import { createLocalStorageList } from '#web/lib/local-storage-list.ts'

/** The machines that the visitor owns, on this device only; each entry is a slug and a name, 'cl-40-capstan-lathe CL 40'. */
export const myMachines = createLocalStorageList('myMachines')
