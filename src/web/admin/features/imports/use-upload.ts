import { useEffect, useRef, useState } from 'react'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { isClientError, send } from '#web/lib/api.ts'
import { createAdminUploadApi } from '../session/session.ts'
import { useUnsavedChanges } from '../session/unsaved-changes.ts'
import { checkFile } from './check-file.ts'
import { IMPORTS_PATH, SERVER_ERROR_MESSAGE } from './queries.ts'

export type UploadState =
  | { status: 'idle' }
  | { status: 'uploading'; file: File; sentBytes: number }
  | { status: 'rejected'; message: string }
  /** The file was not received, and can be sent again. */
  | { status: 'failed'; file: File; message: string }

/** Uploads one file at a time. Leaving the screen cancels the upload. */
export function useUpload(onUploaded: (created: ItemImportDetails) => void) {
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const controller = useRef<AbortController>(undefined)
  useUnsavedChanges(state.status === 'uploading')
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (file: File) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setState({ status: 'uploading', file, sentBytes: 0 })
    const body = new FormData()
    body.append('file', file)
    try {
      const api = createAdminUploadApi((sentBytes) => {
        if (!signal.aborted) setState({ status: 'uploading', file, sentBytes })
      })
      const created = await send<ItemImportDetails>(api, 'POST', IMPORTS_PATH, body, SERVER_ERROR_MESSAGE, {
        signal,
      })
      if (signal.aborted) return
      setState({ status: 'idle' })
      onUploaded(created)
    } catch (error) {
      if (signal.aborted) return
      const { message } = error as Error
      setState(isClientError(error) ? { status: 'rejected', message } : { status: 'failed', file, message })
    }
  }
  return {
    state,
    choose: (files: readonly File[]) => {
      const [file] = files
      if (!file) return
      const message = files.length > 1 ? 'Import one file at a time. Choose one of them.' : checkFile(file)
      if (message) setState({ status: 'rejected', message })
      else void start(file)
    },
    retry: () => {
      if (state.status === 'failed') void start(state.file)
    },
    cancel: () => {
      controller.current?.abort()
      setState({ status: 'idle' })
    },
  }
}
