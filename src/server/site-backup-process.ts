import { constants } from 'node:os'
import { readConfig } from './config.ts'
import { serveTasks } from './kernel/child-tasks.ts'
import { writeSiteBackup } from './site-backup.ts'

// This process is started by backup/nightly.ts. Its environment has the data folder and the place of the pictures.
serveTasks(
  {
    /** Returns the number of picture files that were missing on the site already. */
    async backup(file: string, { signal }): Promise<number> {
      const { manifest } = await writeSiteBackup(readConfig(), { file, force: false, signal })
      return manifest.media.missing.length
    },
  },
  { priority: constants.priority.PRIORITY_LOW },
)
