// `npm run build`: both front ends and the server, with the function that renders the site's pages.
import { build, install } from './setup.mjs'

install()
build()
