import { useSiteContent } from '../../../lib/site-content.tsx'
import { Cog } from '../../../ui/cog.tsx'

/** The overlay of the first 1.5 s (row LND-2): drawn and taken away by the stylesheet alone. */
export function Arrival() {
  const { company } = useSiteContent()
  return (
    <div aria-hidden="true" className="arrival">
      <Cog className="size-18" strokeWidth={0.9} />
      <p className="font-head font-semibold text-h3">{company.name}</p>
    </div>
  )
}
