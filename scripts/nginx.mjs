// Finds an nginx for the tests with several instances, installing Debian's where that is possible.
import { existsSync } from 'node:fs'
import { installPackage, mayInstall } from './apt.mjs'

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']

/** The path of an nginx; undefined where there is none and none can be installed. */
export function findNginx() {
  const present = () => PLACES.find((path) => existsSync(path))
  if (!present() && mayInstall()) {
    console.log('Installing nginx from the Debian packages (once) ...')
    installPackage('nginx')
  }
  return present()
}
