import { useParameters } from '../../../lib/navigation.tsx'
import { useSiteContent } from '../../../lib/site-content.tsx'
import { Cog } from '../../../ui/cog.tsx'

/** The overlay of the first 1.5 s (row LND-2): drawn and taken away by the stylesheet alone. */
export function Arrival() {
  const { company } = useSiteContent()
  const isPreview = useParameters().get('preview') === 'draft'
  // Who edits sees the page drawn again and again.
  if (isPreview) return null
  return (
    <div aria-hidden="true" className="arrival">
      <Cog className="size-18" strokeWidth={0.9} />
      <p className="font-head font-semibold text-h3">{company.name}</p>
    </div>
  )
}
