import { chromium } from '@playwright/test'

/** Starts a headless browser that contacts nothing but the site. */
export const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Returns the browser that scripts/bench.mjs found, or Playwright's own. */
export const chromiumPath = (): string => process.env.CHROMIUM_PATH || chromium.executablePath()
