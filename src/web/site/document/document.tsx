import type { DehydratedState } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getLanguage, getLocale, type Language } from '#messages/language.ts'
import devanagari from '../../styles/languages/hi.css?url'
import tamil from '../../styles/languages/ta.css?url'

/** The letters of scripts that the fonts of the site do not have. */
const LANGUAGE_STYLES: Partial<Record<Language, string>> = { ta: tamil, hi: devanagari }

/** URLs of the built files of a page. */
export interface PageAssets {
  css: string[]
  /** The styles of printed pages, for which nothing waits. */
  print?: string
  /** Entry modules, in order. */
  js: string[]
  /** The script that loads all others; without it, as in development, the page loads them itself. */
  start?: string
  /** Modules that the entry modules import. */
  preload: string[]
}

/** The data with which the browser hydrates the page that the server rendered (decision 0229). */
export interface InitialState {
  assets: PageAssets
  /** Scheme and host of the site, for absolute addresses. */
  origin: string
  queries: DehydratedState
}

interface DocumentProps {
  assets: PageAssets
  /** The URL of the InitialState, which is no part of the HTML: it would delay the first paint. */
  stateUrl: string
  children: ReactNode
}

/** The HTML document, rendered by the server and hydrated in the browser. Styles and pictures load before the scripts (deferred-scripts.ts). */
export function Document({ assets, stateUrl, children }: DocumentProps) {
  const languageStyle = LANGUAGE_STYLES[getLanguage()]
  return (
    <html lang={getLocale()} data-state={stateUrl}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {assets.css.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {languageStyle && <link rel="stylesheet" href={languageStyle} />}
        {assets.print && <link rel="stylesheet" href={assets.print} media="print" />}
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
      <body>{children}</body>
    </html>
  )
}
