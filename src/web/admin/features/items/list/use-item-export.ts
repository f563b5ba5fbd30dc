import type { ItemImport } from '#contracts/bulk-data/item-import.ts'
import { formatCount } from '#contracts/format.ts'
import { adminApi } from '#web/admin/session/session.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { CONNECTION_LOST_MESSAGE, fetchOk, getJson } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'

/** The body of the request (contracts/bulk-data/item-export.ts): the parameters of a list, or the ids of some items. */
export interface ItemExportRequest {
  format: 'xlsx' | 'csv' | 'pdf'
  ids?: string[]
  [parameter: string]: string | string[] | undefined
}

/** How long the browser may take to store a file, in milliseconds. */
const STORE_TIMEOUT_MS = 60_000

/** Downloads an export, and says when it is stored, whether an import was changing items meanwhile, or why it failed. */
export const useItemExport = () =>
  useGuardedMutation<string, ItemExportRequest>({
    mutationFn: async (request) => {
      const [fileName, warning] = await Promise.all([downloadExport(request), describeRunningImport()])
      return [`${fileName} was downloaded.`, warning].filter(Boolean).join(' ')
    },
    onSuccess: (description) => void showToast({ title: 'Exported', description }),
    onError: (error) => showErrorToast(error, 'Not exported'),
  })

/** Why an export may be incomplete; '' if no import is changing items, or if that is not known. */
async function describeRunningImport(): Promise<string> {
  const path = '/api/imports?busy=true'
  const imports = await getJson<ItemImport[]>(adminApi, path).catch(() => [])
  const running = imports.find(({ state }) => state === 'applying' || state === 'undoing')
  if (!running) return ''
  const { fileName, state, progress } = running
  const work = state === 'applying' ? 'applied' : 'undone'
  const done = `${formatCount(progress.done)} of ${formatCount(progress.total)} rows`
  return `The import of ${fileName} is being ${work} (${done}): export again when it is done to get all its changes.`
}

/** Returns the name of the file. Throws an Error with a message for users. */
async function downloadExport(request: ItemExportRequest): Promise<string> {
  const init = {
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'content-type': 'application/json' },
  }
  const errorMessage = 'The file could not be made. Try again.'
  const response = (await fetchOk(adminApi, '/api/items/export', init, errorMessage)) as Response
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
