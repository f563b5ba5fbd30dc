// Installs Debian packages that tests and benchmarks need.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Returns whether this process may install Debian packages: it runs as root on a system with apt. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Tries to install a Debian package. The caller checks afterwards whether the program exists. */
export function installPackage(name) {
  console.log(`Installing ${name} from the Debian packages (once) ...`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // RUNLEVEL keeps a service that comes with the package from being started.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
}

/** Returns the first of these files that exists. If none does, tries to install `packageName` first. */
export function findOrInstall(files, packageName) {
  const findFile = () => files.find((file) => existsSync(file))
  if (!findFile() && mayInstall()) installPackage(packageName)
  return findFile()
}
