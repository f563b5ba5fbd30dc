import { useSiteContent } from '../../lib/site-content.tsx'
import { Catalogue } from '../features/catalogue/catalogue.tsx'
import { useCatalogueView } from '../features/catalogue/use-catalogue.ts'
import { PageHead } from '../page-head.tsx'
import { getCatalogueTitles } from '../page-titles.ts'

export default function CataloguePage() {
  const { view } = useCatalogueView()
  return (
    <>
      <PageHead {...getCatalogueTitles(useSiteContent(), view)} />
      <Catalogue />
    </>
  )
}
