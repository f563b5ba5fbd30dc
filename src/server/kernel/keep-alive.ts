import type { ChildProcess } from 'node:child_process'

/** Lets the program end while a child process with a channel is idle. */
export function setKeepAlive(child: ChildProcess | undefined, isBusy: boolean): void {
  if (isBusy) {
    child?.ref()
    child?.channel?.ref()
  } else {
    child?.unref()
    child?.channel?.unref()
  }
}
