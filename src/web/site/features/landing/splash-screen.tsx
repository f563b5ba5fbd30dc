import { useSearchParams } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'
import { CogIcon } from '#web/ui/icons/cog-icon.tsx'

/** The overlay of the first 1.5 s (row LND-2), which the stylesheet alone shows and hides. */
export function SplashScreen() {
  const { company } = useSiteContent()
  const preview = useSearchParams().get('preview')
  // The preview of the settings is rendered again after every change. Other values do not reach the server.
  if (preview === 'draft' || preview === 'published') return null
  return (
    <div aria-hidden="true" className="splash-screen">
      <CogIcon className="size-18" strokeWidth={0.9} />
      <p className="font-head font-semibold text-h3">{company.name}</p>
    </div>
  )
}
