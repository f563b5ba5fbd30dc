import type { QueryClient } from '@tanstack/react-query'
import { KINDS } from '#contracts/item/kind.ts'
import { siteContentQuery, useSiteContent } from '../../lib/site-content.tsx'
import { About } from '../features/landing/about.tsx'
import { Contact } from '../features/landing/contact.tsx'
import { Featured } from '../features/landing/featured.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { Services } from '../features/landing/services.tsx'
import { SplashScreen } from '../features/landing/splash-screen.tsx'
import { Statistics } from '../features/landing/statistics.tsx'
import { getLandingTitles } from '../features/landing/titles.ts'
import { WhyUs } from '../features/landing/why-us.tsx'
import { PICTURE_SIZES } from '../items/pictures/picture-sizes.ts'
import type { ExpectedPicture } from '../items/pictures/prefetch-picture.ts'
import { ContinueSlot } from '../items/remembered/continue-slot.tsx'
import { PageHead } from '../page-head.tsx'
import type { PageLocation } from '../page-module.ts'
import { summariesQuery } from '../queries/discovery-queries.ts'
import { featuredQuery } from '../queries/item-queries.ts'
import { reviewsQuery } from '../queries/reviews-query.ts'

export const prefetchData = (client: QueryClient, { search }: PageLocation) =>
  Promise.all([
    ...KINDS.map((kind) => client.prefetchQuery(featuredQuery(kind))),
    client.prefetchQuery(reviewsQuery),
    // For browsers without scripts.
    import.meta.env.SSR && prefetchRequestedItems(client, search),
  ])

async function prefetchRequestedItems(client: QueryClient, search: URLSearchParams): Promise<void> {
  const keys = search.get('item')
  if (keys) await client.prefetchQuery(summariesQuery(keys.split(',')))
}

export function getPictures(client: QueryClient): ExpectedPicture[] {
  const picture = client.getQueryData(siteContentQuery.queryKey)?.hero.picture
  return picture ? [{ picture, sizes: PICTURE_SIZES.hero }] : []
}

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
