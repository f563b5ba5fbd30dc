import { access, open } from 'node:fs/promises'

/** The name of a backup file until it is complete. */
export const getPartialPath = (file: string) => `${file}.partial`

/** The prefix of the folders below DATA_DIR/tmp in which a backup process stores its copy of the database. */
export const getStagingPrefix = (pid: number) => `backup-${pid}-`

/** Whether this is such a folder of a process that is running. */
export function isStagingInUse(name: string): boolean {
  const pid = Number(/^backup-(\d+)-/.exec(name)?.[1])
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user may not be asked.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

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
