// `npm run admin`, `backup`, `restore` and `transfer`: installs and builds what is missing, then runs the command.
import { becomeProgram, build, install } from './setup.mjs'

const [name, ...args] = process.argv.slice(2)
install()
build()
becomeProgram(name, args)
