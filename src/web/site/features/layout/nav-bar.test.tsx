import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import { createQueryClient } from '#web/lib/api/query-client.ts'
import { SiteContentProvider, siteContentQuery } from '#web/lib/site-content.tsx'
import { NavBar, SECTIONS } from './nav-bar.tsx'

test('[NAV-10] The navigation bar accepts onAdminLoginSuccess, is rendered, and does not call it', () => {
  const client = createQueryClient(() => Promise.reject(new Error('The navigation bar sends no request.')))
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
