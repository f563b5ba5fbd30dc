import { useSearchParams } from '../../lib/navigation/navigation.tsx'
import { useSiteContent } from '../../lib/site-content.tsx'
import { parseCatalogueUrl } from '../catalogue-url.ts'
import { Catalogue } from '../features/catalogue/catalogue.tsx'
import { PageHead } from '../page-head.tsx'
import { getCatalogueTitles } from '../page-titles.ts'

export default function CataloguePage() {
  const view = parseCatalogueUrl(useSearchParams())
  return (
    <>
      <PageHead {...getCatalogueTitles(useSiteContent(), view)} />
      <Catalogue />
    </>
  )
}
