import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from '../lib/api/query-client.ts'
import { showCarriedToast } from '../lib/carried-toast.ts'
import { routes } from './routes.tsx'
import { deleteWorkOfOthers } from './session/local-work.ts'
import { adminApi } from './session/session.ts'
import { keepFocus } from './shell/keep-focus.ts'

const client = createQueryClient(adminApi)
// A screen shows the cached response immediately and requests it again (record 0143), also after an error.
const defaults = client.getDefaultOptions()
client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, staleTime: 0, retryOnMount: true } })

const router = createBrowserRouter(routes)

deleteWorkOfOthers()
keepFocus()
showCarriedToast()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
