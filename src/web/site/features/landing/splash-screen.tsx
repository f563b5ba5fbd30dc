import { useState } from 'react'
import { isHydrated } from '#web/lib/navigation/hydration.ts'
import { useSearchParams } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { CogIcon } from '#web/ui/icons/cog-icon.tsx'

/** The overlay of the first 1.5 s of a visit that begins here (row LND-2); the stylesheet alone shows and hides it. */
export function SplashScreen() {
  const { company } = useSiteContent()
  const [isArrival] = useState(() => !isHydrated())
  const preview = useSearchParams().get('preview')
  // The preview of the settings is rendered again after every change. Other values do not reach the server.
  if (!isArrival || preview === 'draft' || preview === 'published') return null
  return (
    <div aria-hidden="true" className="splash-screen">
      <CogIcon className="size-18" strokeWidth={0.9} />
      <p className="font-head font-semibold text-h3">{company.name}</p>
    </div>
  )
}
