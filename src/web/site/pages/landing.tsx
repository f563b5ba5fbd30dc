import { useSiteContent } from '../../lib/site-content.tsx'
import { About } from '../features/landing/about.tsx'
import { Contact } from '../features/landing/contact.tsx'
import { Featured } from '../features/landing/featured.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { Services } from '../features/landing/services.tsx'
import { SplashScreen } from '../features/landing/splash-screen.tsx'
import { Statistics } from '../features/landing/statistics.tsx'
import { WhyUs } from '../features/landing/why-us.tsx'
import { ContinueSlot } from '../items/remembered/continue-slot.tsx'
import { PageHead } from '../page-head.tsx'
import { getLandingTitles } from '../page-titles.ts'

/** The sections in their order (row LND-1). */
export default function LandingPage() {
  return (
    <>
      <PageHead {...getLandingTitles(useSiteContent())} />
      <SplashScreen />
      <Hero />
      <Statistics />
      <ContinueSlot />
      <About />
      <Featured />
      <Services />
      <WhyUs />
      <Contact />
    </>
  )
}
