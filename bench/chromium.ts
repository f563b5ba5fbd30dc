import { chromium } from '@playwright/test'

/** A browser that draws without a screen and calls nobody but the site. */
export const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser that scripts/bench.mjs found, else Playwright's own. */
export const chromiumPath = (): string => process.env.CHROMIUM_PATH || chromium.executablePath()
