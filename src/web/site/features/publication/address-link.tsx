import type { ComponentProps } from 'react'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'

/** Paths that are no pages of the site: files, and what only staff open. */
const NO_PAGE = /^\/(?:admin|api|documents|media|q)(?:\/|$)|\.\w+$/

/** A link to an address that staff have entered. */
export const AddressLink = ({ href = '', ...rest }: ComponentProps<'a'>) =>
  href.startsWith('/') && !NO_PAGE.test(href) ? (
    <SiteLink to={href} {...rest} />
  ) : (
    <a href={href} rel="noopener" {...rest} />
  )
