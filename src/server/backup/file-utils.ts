import { access, open } from 'node:fs/promises'

/** The name that a back-up has while it is being written. */
export const getPartialPath = (file: string) => `${file}.partial`

/** How the folders below DATA_DIR/tmp begin in which a process puts the database while it backs up. */
export const getStagingPrefix = (pid: number) => `backup-${pid}-`

/** Throws when it cannot be found out. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

/** A new name is only safe from a power cut when its folder is on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
