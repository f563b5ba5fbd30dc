import { tParts } from '#messages/messages.ts'
import { SiteLink } from '#web/lib/navigation/navigation.tsx'
import { useSiteContent } from '#web/lib/site-content.tsx'

/** What the sender of a form agrees to, with the version of the privacy notice as a field; nothing without a notice. */
export function PrivacyLine() {
  const { privacyNotice } = useSiteContent()
  if (!privacyNotice) return null
  const { title, path, version } = privacyNotice
  return (
    <p className="mb-2 text-muted text-sm">
      <input type="hidden" name="notice" value={version} />
      {tParts('By sending, you agree to our {notice}', {
        notice: (
          <SiteLink key="notice" to={path} className="text-link underline">
            {title}
          </SiteLink>
        ),
      })}
    </p>
  )
}
