import { useSiteContent } from '../../lib/site-content.tsx'
import { Catalogue } from '../features/catalogue/catalogue.tsx'

export default function CataloguePage() {
  const { company } = useSiteContent()
  return (
    <>
      <title>{`Machines, spare parts and services: ${company.name}`}</title>
      <meta name="description" content={`The catalogue of ${company.name}. ${company.summary}`} />
      <Catalogue />
    </>
  )
}
