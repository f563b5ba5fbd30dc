import { useParameters } from '../../lib/navigation.tsx'
import { useSiteContent } from '../../lib/site-content.tsx'
import { readCatalogueAddress } from '../catalogue-address.ts'
import { Catalogue } from '../features/catalogue/catalogue.tsx'
import { PageHead } from '../page-head.tsx'
import { catalogueTexts } from '../page-texts.ts'

export default function CataloguePage() {
  const view = readCatalogueAddress(useParameters())
  return (
    <>
      <PageHead {...catalogueTexts(useSiteContent(), view)} />
      <Catalogue />
    </>
  )
}
