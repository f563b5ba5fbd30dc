import { useQuery } from '@tanstack/react-query'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { useCurrentUser } from '../../session/session.ts'
import type { Sender } from './email-templates.ts'

/** Who writes to a customer, and the company's WhatsApp number; '' while the site content is loading. */
export function useSender(): { sender: Sender; ownWhatsApp: string } {
  const user = useCurrentUser()
  const company = useQuery(siteContentQuery).data?.company
  return {
    sender: {
      name: user?.username ?? '',
      company: company?.name ?? '',
      phone: company?.phones[0]?.number ?? '',
    },
    ownWhatsApp: company?.whatsapp ?? '',
  }
}
