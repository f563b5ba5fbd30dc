import type { ReactNode } from 'react'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import { SiteLink, useNavigate } from '#web/lib/navigation/navigation.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { putIntoEnquiry } from '../items/remembered/enquiry-list.ts'

interface AskLinkProps {
  /** The message of the enquiry. */
  message: string
  item?: ItemSummary
  variant?: 'default' | 'secondary' | 'outline' | 'link'
  children: ReactNode
}

/**
 * A link to the contact form, whose message is then this one. The address carries item and message for browsers without
 * JavaScript; otherwise both are put into what is stored on the device, so that a message begun before is kept.
 */
export function AskLink({ message, item, variant = 'secondary', children }: AskLinkProps) {
  const navigate = useNavigate()
  const params = new URLSearchParams({ ...(item && { item: item.slug }), message })
  const path = `/?${params}#contact`
  return (
    <SiteLink
      to={path}
      onClick={(event) => {
        event.preventDefault()
        if (item) putIntoEnquiry(item)
        import('./enquiry-draft.ts').then(
          ({ addToMessage }) => {
            addToMessage(message)
            navigate('/#contact')
          },
          () => navigate(path),
        )
      }}
      className={buttonClass(variant, 'default', 'print:hidden')}
    >
      {children}
    </SiteLink>
  )
}
