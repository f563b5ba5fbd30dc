import { ENQUIRY_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { t } from '#messages/messages.ts'
import { ApiError, browserApi, getErrorStatus, getJson, isClientError, send } from '#web/lib/api/api.ts'
import { createUploadApi } from '#web/lib/api/upload.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { checkFile, isExpired, type StoredFile } from '#web/site/enquiry/attachment-rules.ts'
import { getDraft, updateDraft } from '#web/site/enquiry/enquiry-draft.ts'

const UPLOAD_PATH = '/api/enquiries/attachments'
const TOO_MANY_REQUESTS = 429

/** A file that the visitor attached. `missing`: the server does not have it, and this page neither. */
export interface AttachedFile {
  key: number
  name: string
  bytes: number
  state: 'uploading' | 'uploaded' | 'failed' | 'missing'
  /** The share that was sent, 0 to 1. */
  progress: number
  /** Why it failed. */
  error?: string
  canRetry?: boolean
  file?: File
  /** Of an uploaded file. */
  stored?: StoredFile | undefined
}

let lastKey = 0
/** Outside React, so that uploads go on while the visitor looks at other pages. */
const store = createStore<readonly AttachedFile[]>(getDraft().files.map(toRestoredFile))
const uploads = new Map<number, { done: Promise<void>; controller: AbortController }>()

export const useAttachments = (): readonly AttachedFile[] => useStore(store, store.get())

/** Begins to upload the files. Returns why some of them cannot be attached. */
export function addFiles(files: Iterable<File>): string[] {
  const problems: string[] = []
  for (const file of files) {
    const present = store.get()
    // A file that is attached again replaces one that is missing or could not be uploaded.
    const isLost = ({ state }: AttachedFile) => state === 'missing' || state === 'failed'
    const namesakes = present.filter(({ name }) => name === file.name)
    const replaced = namesakes.find(isLost)
    const problem = namesakes.some((other) => other.bytes === file.size && !isLost(other))
      ? t("''{name}'' is attached already.", { name: file.name })
      : checkFile(file, present.length - (replaced ? 1 : 0))
    if (problem) {
      problems.push(problem)
      continue
    }
    const key = ++lastKey
    const { name, size } = file
    setFiles([
      ...present.filter((other) => other !== replaced),
      { key, name, bytes: size, state: 'uploading', progress: 0, file },
    ])
    startUpload(key, file)
  }
  return problems
}

let isChecked = false

/**
 * Asks the server once for the files of an earlier visit, and marks those that it has deleted. Without a response they stay as
 * they are: sending the enquiry reports them.
 */
export async function checkRestoredFiles(): Promise<void> {
  const restored = store.get().filter(({ state, file }) => state === 'uploaded' && !file)
  if (isChecked || restored.length === 0) return
  isChecked = true
  const ids = restored.map(({ stored }) => stored!.id).join(',')
  const known = await getJson(browserApi, `${UPLOAD_PATH}?ids=${ids}`).catch(() => undefined)
  if (!Array.isArray(known)) return
  for (const { key, stored } of restored)
    if (!known.includes(stored!.id)) update(key, { state: 'missing', stored: undefined })
}

/** Removes a file and ends its upload. */
export function removeFile(key: number): void {
  uploads.get(key)?.controller.abort()
  setFiles(store.get().filter((file) => file.key !== key))
}

/** Uploads a file again that failed. */
export function retryFile(key: number): void {
  const file = store.get().find((other) => other.key === key)?.file
  if (file) startUpload(key, file)
}

/** Waits for the uploads and returns the ids of all files. Throws ApiError with a message for visitors if one is missing. */
export async function collectFileIds(): Promise<string[]> {
  await Promise.all([...uploads.values()].map(({ done }) => done))
  return store.get().map(({ name, stored, state }) => {
    if (stored && state === 'uploaded') return stored.id
    throw new ApiError(400, t("We do not have the file ''{name}''. Attach it again, or remove it.", { name }))
  })
}

/** Removes all files after the enquiry was sent. Returns their names. */
export function takeFileNames(): string[] {
  const names = store.get().map(({ name }) => name)
  setFiles([])
  return names
}

function startUpload(key: number, file: File): void {
  const controller = new AbortController()
  update(key, { state: 'uploading', progress: 0 })
  const done = upload(file, controller.signal, (progress) => update(key, { progress }))
    .then(
      (id) =>
        update(key, {
          state: 'uploaded',
          stored: { id, name: file.name, bytes: file.size, at: Date.now() },
        }),
      (error: Error) =>
        update(key, {
          state: 'failed',
          error: error.message,
          canRetry: !isClientError(error) || getErrorStatus(error) === TOO_MANY_REQUESTS,
        }),
    )
    .finally(() => uploads.delete(key))
  uploads.set(key, { done, controller })
}

async function upload(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<string> {
  const body = new FormData()
  body.append('file', file)
  const api = createUploadApi((bytes) => onProgress(Math.min(bytes / file.size, 1)))
  const { id } = await send<StoredFile>(
    api,
    'POST',
    UPLOAD_PATH,
    body,
    t('The file did not reach us. Remove it and attach it again.'),
    { signal },
  )
  return id
}

const update = (key: number, changes: Partial<AttachedFile>) =>
  setFiles(store.get().map((file) => (file.key === key ? { ...file, ...changes } : file)))

function setFiles(files: readonly AttachedFile[]): void {
  store.set(files.slice(0, ENQUIRY_LIMITS.attachments))
  const storedFiles = files.map(({ name, bytes, stored }) => stored ?? { id: '', name, bytes, at: 0 })
  if (JSON.stringify(storedFiles) !== JSON.stringify(getDraft().files)) updateDraft({ files: storedFiles })
}

function toRestoredFile(stored: StoredFile): AttachedFile {
  const { name, bytes } = stored
  const isMissing = isExpired(stored, Date.now())
  return { key: ++lastKey, name, bytes, progress: 1, stored, state: isMissing ? 'missing' : 'uploaded' }
}

/** After a lost connection the uploads begin again by themselves. */
addEventListener('online', () => {
  for (const { key, state, canRetry } of store.get()) if (state === 'failed' && canRetry) retryFile(key)
})
