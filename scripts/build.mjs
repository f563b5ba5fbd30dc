// `npm run build`: both front ends and the function that renders the site's pages on the server.
import { build, install } from './setup.mjs'

install()
build()
