// Finds an nginx for the tests with several instances.
import { findOrInstall } from './apt.mjs'

const FILES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']

/** Returns the path of an nginx, or undefined if there is none and this process may not install it. */
export const findNginx = () => findOrInstall(FILES, 'nginx')
