import { browserApi, CONNECTION_LOST_MESSAGE, parseResponse } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { showErrorToast } from '../layout/error-toast.ts'
import { withReauth } from '../session/session.ts'

/** The body of the request (contracts/item-export.ts): the parameters of a list, or the ids of some items. */
export interface ItemExportRequest {
  format: 'xlsx' | 'csv' | 'pdf'
  ids?: string[]
  [parameter: string]: string | string[] | undefined
}

/** How long the browser may take to store a file, in milliseconds. */
const STORE_TIMEOUT_MS = 60_000

/** Downloads an export, and says when it is stored or why it failed. */
export const useItemExport = () =>
  useGuardedMutation<string, ItemExportRequest>({
    mutationFn: downloadExport,
    onSuccess: (fileName) =>
      void showToast({ title: 'Exported', description: `${fileName} was downloaded.` }),
    onError: (error) => showErrorToast(error, 'Not exported'),
  })

/** Returns the name of the file. Throws an Error with a message for users. */
async function downloadExport(request: ItemExportRequest): Promise<string> {
  const response = await withReauth(() =>
    browserApi('/api/items/export', {
      method: 'POST',
      body: JSON.stringify(request),
      headers: { 'content-type': 'application/json' },
    }),
  )
  if (!response.ok) await parseResponse(response, 'The file could not be made. Please try again.')
  const fileName = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'items'
  const content = await response.blob().catch((cause: unknown) => {
    throw new TypeError(CONNECTION_LOST_MESSAGE, { cause })
  })
  saveFile(content, fileName)
  return fileName
}

function saveFile(content: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), STORE_TIMEOUT_MS)
}
