import { useSiteContent } from '../../lib/site-content.tsx'
import { About } from '../features/landing/about.tsx'
import { Arrival } from '../features/landing/arrival.tsx'
import { Contact } from '../features/landing/contact.tsx'
import { Featured } from '../features/landing/featured.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { Services } from '../features/landing/services.tsx'
import { Statistics } from '../features/landing/statistics.tsx'
import { Why } from '../features/landing/why.tsx'
import { PageHead } from '../page-head.tsx'
import { landingTexts } from '../page-texts.ts'

/** The sections in their order (row LND-1). */
export default function LandingPage() {
  return (
    <>
      <PageHead {...landingTexts(useSiteContent())} />
      <Arrival />
      <Hero />
      <Statistics />
      <About />
      <Featured />
      <Services />
      <Why />
      <Contact />
    </>
  )
}
