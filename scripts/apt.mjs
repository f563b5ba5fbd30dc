// Installs Debian's packages, for what tests and measurements need beside npm's.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether this is root on a Debian. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Tries to install a package; whoever needs it looks afterwards whether it is there. */
export function installPackage(name) {
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // A service that comes with a package need not run.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
}
