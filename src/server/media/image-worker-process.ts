import { constants } from 'node:os'
import { serveTasks } from '#server/kernel/child-tasks.ts'
import { encodeAvif } from './encode-avif.ts'
import { encodeSocialImage } from './encode-social-image.ts'
import type { ImageTasks } from './image-worker.ts'
import { createVariants } from './variants.ts'

// This process is started by image-worker.ts.
serveTasks(
  {
    variants: (args: Parameters<ImageTasks['variants']>) => createVariants(...args),
    social: (args: Parameters<ImageTasks['social']>) => encodeSocialImage(...args),
    avif: (args: Parameters<ImageTasks['avif']>) => encodeAvif(...args),
  },
  { priority: constants.priority.PRIORITY_BELOW_NORMAL },
)
