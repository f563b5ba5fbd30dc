// `npm run check`: types, lint and format, dead code.
import { install, requireSuccess, runProgram } from './setup.mjs'

install()
requireSuccess('tsc', runProgram('tsc', []))
requireSuccess('biome', runProgram('biome', ['check', '--error-on-warnings', '.']))
requireSuccess('knip', runProgram('knip', []))
