import { ArrowRight } from 'lucide-react'
import type { CSSProperties } from 'react'
import { t } from '#messages/messages.ts'
import { langOf } from '#web/lib/content-language.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { ContentPicture } from '../../items/pictures/picture.tsx'
import { PICTURE_SIZES } from '../../items/pictures/picture-sizes.ts'

const EDGE_PERCENT = 80

/** The first view: title, the two links to contact and products, the ways to the job finder and the spare parts, and the picture with its callouts (row HERO-1). */
export function Hero() {
  const { kicker, title, text, picture, callouts } = useSiteContent().hero
  return (
    <section id="home" className="hero on-dark">
      <div className="hero-text page-width">
        <p className="mb-3 font-head font-medium text-on-dark-muted md:mb-5 md:text-lg tracking-label">
          {kicker}
        </p>
        <h1 lang={langOf(title)}>{title}</h1>
        <p lang={langOf(text)} className="hero-lead mt-5 text-lg text-on-dark/90 text-pretty">
          {text}
        </p>
        <div className="mt-7 flex flex-wrap gap-2 sm:gap-3">
          <SiteLink to="/#contact" className={buttonClass('default', 'lg')}>
            {t('Send an enquiry')}
          </SiteLink>
          <SiteLink
            to="/#products"
            className={buttonClass('outline', 'lg', 'bg-marine-deep/60 hover:bg-on-dark/12')}
          >
            {t('View products')}
          </SiteLink>
        </div>
        <ul className="hero-doors">
          <li>
            <SiteLink to="/finder">
              {t('Find a machine for my part')} <ArrowRight aria-hidden="true" size={20} />
            </SiteLink>
          </li>
          <li>
            <SiteLink to="/products?tab=spares">
              {t('Find a spare part for my machine')} <ArrowRight aria-hidden="true" size={20} />
            </SiteLink>
          </li>
        </ul>
      </div>
      {picture && (
        <div className="hero-picture">
          <ContentPicture picture={picture} sizes={PICTURE_SIZES.hero} eager />
          <ul aria-label={t('In the picture')}>
            {callouts.map(({ name, figure, path, x, y, leader }) => (
              <li
                key={name}
                className={`callout ${leader < 0 ? 'callout-below' : ''} ${x > EDGE_PERCENT ? 'callout-edge' : ''}`}
                style={{ left: `${x}%`, top: `${y}%`, '--leader': `${Math.abs(leader)}rem` } as CSSProperties}
              >
                <SiteLink to={path} className="hover:underline">
                  {name} <span className="font-normal text-on-dark/90">{figure}</span>
                </SiteLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
