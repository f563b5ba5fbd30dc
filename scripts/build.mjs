// `npm run build`: the web's two front ends and the function that renders the first.
import { build, install } from './setup.mjs'

install()
build()
