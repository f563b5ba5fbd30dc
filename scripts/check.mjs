// `npm run check`: types, lint and format, dead code. Import directions are a test.
import { install, run } from './setup.mjs'

install()
run('tsc', [])
run('biome', ['check', '--error-on-warnings', '.'])
run('knip', [])
