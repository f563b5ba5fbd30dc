import type { ReactNode } from 'react'
import { toTelLink } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { Button } from '#web/ui/button.tsx'
import { SocialIcon } from '#web/ui/icons/social-icon.tsx'
import { UnitSwitch } from '../../items/units.tsx'
import { LanguageRow } from './languages.tsx'
import { SECTIONS } from './nav-bar.tsx'

/** Company, links, address, social media and the staff sign-in, arranged like the title block of a drawing (rows FOOT-1, FOOT-2). */
export function Footer({ onAdminAccess }: { onAdminAccess: () => void }) {
  const { company, pages = [] } = useSiteContent()
  const { address } = company
  return (
    <footer
      id="footer"
      className="on-dark bg-marine-deep py-12 text-on-dark max-lg:pb-16 max-md:pt-6 print:hidden"
    >
      <div className="page-width">
        <div className="wrap-break-word grid grid-cols-1 border border-line-dark md:grid-cols-2 lg:grid-cols-[1.4fr_0.8fr_1.4fr_1fr]">
          <Cell label={t('Company')}>
            <p className="font-head font-semibold text-title leading-[1.1]">{company.name}</p>
            <p className="mt-2 max-w-96 text-on-dark-muted text-sm">{company.summary}</p>
          </Cell>
          <Cell label={t('Quick links')}>
            <nav
              aria-label={t('Footer')}
              className="grid justify-items-start max-md:flex max-md:flex-wrap max-md:gap-x-6"
            >
              {SECTIONS.map(({ id, label }) => (
                <SiteLink key={id} to={`/#${id}`} className="py-1 hover:underline">
                  {t(label)}
                </SiteLink>
              ))}
            </nav>
          </Cell>
          <Cell label={t('Factory & office')}>
            <address className="not-italic">
              {address.street}
              <br />
              {`${address.city} ${address.postcode}, ${address.state}, ${address.country}`}
            </address>
            <p className="mt-3 grid justify-items-start">
              {company.phones.map(({ number }) => (
                <a key={number} href={toTelLink(number)} className="py-1 hover:underline">
                  {number}
                </a>
              ))}
              <a href={`mailto:${company.email}`} className="py-1 hover:underline">
                {company.email}
              </a>
            </p>
          </Cell>
          <Cell label={t('Follow us')}>
            <div className="-ml-3 flex">
              {company.social.map(({ network, url }) => (
                <a
                  key={network}
                  href={url}
                  aria-label={network}
                  data-tooltip={network}
                  rel="noopener"
                  className="grid size-11 place-items-center hover:text-dim-dark"
                >
                  <SocialIcon network={network} />
                </a>
              ))}
            </div>
          </Cell>
          <div className="col-span-full flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line-dark border-t px-4 py-2 text-sm md:px-5 md:py-3">
            <span>
              {t('© {year} {company}. All rights reserved.', {
                year: String(new Date().getFullYear()),
                company: company.name,
              })}
            </span>
            {pages.length > 0 && (
              <nav aria-label={t('More pages')} className="flex flex-wrap gap-x-4">
                {pages.map(({ title, path }) => (
                  <SiteLink key={path} to={path} className="py-1 hover:underline">
                    {title}
                  </SiteLink>
                ))}
              </nav>
            )}
            <LanguageRow className="py-1 hover:underline aria-[current]:font-semibold" />
            <UnitSwitch />
            <Button variant="ghost" size="sm" onClick={onAdminAccess}>
              {t('Admin Access')}
            </Button>
          </div>
        </div>
      </div>
    </footer>
  )
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="footer-cell">
      <p className="mb-2 font-head font-medium text-label text-on-dark-muted">{label}</p>
      {children}
    </div>
  )
}
