import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ItemDocument } from '#contracts/files/item-document.ts'
import { useUnsavedChanges } from '#web/admin/session/unsaved-changes.ts'
import { isClientError } from '#web/lib/api/api.ts'
import { uploadDocument } from './document-requests.ts'

/** A file that is being uploaded, waits for its turn, or was not stored. */
export interface DocumentUpload {
  key: number
  file: File
  /** The document whose file it replaces; undefined for a new one. */
  documentId: string | undefined
  state: 'waiting' | 'uploading' | 'failed'
  /** The share that was sent, 0 to 1. */
  progress: number
  error?: string
  canRetry?: boolean
}

/** Uploads files one after the other, so that new documents are in the order in which they were chosen. */
export function useDocumentUploads(itemId: string, onUploaded: (document: ItemDocument) => void) {
  const [uploads, setUploads] = useState<DocumentUpload[]>([])
  const lastKey = useRef(0)
  const controller = useRef<{ key: number; abort: AbortController }>(undefined)
  const update = (key: number, changes: Partial<DocumentUpload>) =>
    setUploads((present) =>
      present.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)),
    )
  const remove = (key: number) => setUploads((present) => present.filter((upload) => upload.key !== key))
  const isUploading = uploads.some(({ state }) => state === 'uploading')
  const next = isUploading ? undefined : uploads.find(({ state }) => state === 'waiting')

  const start = useEffectEvent(async ({ key, file, documentId }: DocumentUpload) => {
    const abort = new AbortController()
    const { signal } = abort
    controller.current = { key, abort }
    update(key, { state: 'uploading', progress: 0 })
    try {
      const onProgress = (progress: number) => update(key, { progress })
      onUploaded(await uploadDocument({ itemId, documentId, file, signal, onProgress }))
      remove(key)
    } catch (error) {
      if (signal.aborted) return
      const { message } = error as Error
      update(key, { state: 'failed', error: message, canRetry: !isClientError(error) })
    }
  })
  useEffect(() => {
    if (next) void start(next)
  }, [next])

  const retry = (key: number) => update(key, { state: 'waiting' })
  const retryAll = useEffectEvent(() => {
    for (const { key, state, canRetry } of uploads) if (state === 'failed' && canRetry) retry(key)
  })
  useEffect(() => {
    // After a lost connection the uploads begin again by themselves.
    const handleOnline = () => retryAll()
    addEventListener('online', handleOnline)
    return () => {
      removeEventListener('online', handleOnline)
      controller.current?.abort.abort()
    }
  }, [])
  const isPending = uploads.some(({ state, canRetry }) => state !== 'failed' || canRetry)
  // A file that is being uploaded or can be uploaded again would be lost.
  useUnsavedChanges(isPending, 'Some documents are not uploaded yet. They are lost if you leave now.')

  return {
    uploads,
    add: (files: File[], documentId?: string) =>
      setUploads((present) => [
        // Another file for the same document takes the place of one that failed.
        ...present.filter((upload) => documentId === undefined || upload.documentId !== documentId),
        ...files.map((file) => ({
          key: ++lastKey.current,
          file,
          documentId,
          state: 'waiting' as const,
          progress: 0,
        })),
      ]),
    retry,
    cancel: (key: number) => {
      if (controller.current?.key === key) controller.current.abort.abort()
      remove(key)
    },
  }
}
