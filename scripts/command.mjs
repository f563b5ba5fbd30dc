// `npm run admin`, `backup`, `restore` and `transfer`: runs a command as it was built last. It installs and builds only what
// does not exist: a newer build would take the files away from a site that is running.
import { becomeProgram, build, hasProgram, install } from './setup.mjs'

const [name, ...args] = process.argv.slice(2)
if (!hasProgram(name)) {
  install()
  build()
}
becomeProgram(name, args)
