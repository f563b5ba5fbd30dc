import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { SiteContentProvider, siteContentQuery } from '#web/lib/site-content.tsx'
import { NavBar, SECTIONS } from './nav-bar.tsx'

test('[NAV-10] the bar takes what is to happen after an admin login, shows itself, and never calls it', () => {
  const client = createQueryClient(() => Promise.reject(new Error('The bar makes no call.')))
  client.setQueryData(siteContentQuery.queryKey, DEFAULT_SITE_CONTENT)
  const onAdminLoginSuccess = vi.fn<() => void>()
  const html = renderToString(
    <QueryClientProvider client={client}>
      <Router ssrPath="/">
        <SiteContentProvider>
          <NavBar onAdminLoginSuccess={onAdminLoginSuccess} />
        </SiteContentProvider>
      </Router>
    </QueryClientProvider>,
  )
  for (const { label } of SECTIONS) expect(html).toContain(`>${label}</a>`)
  expect(onAdminLoginSuccess).not.toHaveBeenCalled()
})
