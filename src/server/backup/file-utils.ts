import { access, open } from 'node:fs/promises'

/** The name of a backup file until it is complete. */
export const getPartialPath = (file: string) => `${file}.partial`

/** The prefix of the folders below DATA_DIR/tmp in which a backup process stores its copy of the database. */
export const getStagingPrefix = (pid: number) => `backup-${pid}-`

/** Whether the file exists. Throws when that cannot be determined. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

/** Writes a folder to the disk, so that a renamed file survives a power failure. Windows cannot open folders and needs no sync. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
