import type { DehydratedState } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Addresses of the built files a page needs. */
export interface PageAssets {
  css: string[]
  /** Modules that run, in order. */
  js: string[]
  /** What fetches all that follow; without it the page names them itself, as in development. */
  start?: string
  /** Modules that the first ones will ask for. */
  preload: string[]
  fonts: string[]
}

/** What the server tells the browser, so that both draw the same page. */
export interface InitialState {
  assets: PageAssets
  /** Scheme and host of the site, for absolute addresses. */
  origin: string
  queries: DehydratedState
}

export const INITIAL_STATE_ELEMENT_ID = 'boot'

/** The whole document: letters, style and pictures come first on the wire, what brings it to life after them (start.ts). The server renders it to text; the browser brings the same tree to life. */
export function Document({
  initialState,
  initialStateJson,
  children,
}: {
  initialState: InitialState
  initialStateJson: string
  children: ReactNode
}) {
  const { assets } = initialState
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        {assets.css.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.start ? (
          <script
            id="start"
            type="module"
            fetchPriority="low"
            src={assets.start}
            data-modules={[...assets.js, ...assets.preload].join(' ')}
          />
        ) : (
          assets.js.map((src) => <script key={src} type="module" src={src} />)
        )}
      </head>
      <body>
        {children}
        <script
          id={INITIAL_STATE_ELEMENT_ID}
          type="application/json"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data, never run; '<' is escaped where it is made
          dangerouslySetInnerHTML={{ __html: initialStateJson }}
        />
      </body>
    </html>
  )
}
