import { PICTURE_FOLDER_LIMITS } from '#contracts/files/picture-folder-limits.ts'
import { formatCount } from '#contracts/format.ts'
import { LIMITS, MAX_PICTURE_SIZE } from '#contracts/limits.ts'
import { SourceError } from './source-error.ts'

export interface SourceFile {
  /** With the folders that contain it. */
  path: string
  size: number
  /** Throws SourceError. */
  read(): Promise<File>
  readStart(bytes: number): Promise<Uint8Array>
}

/** Files that programs and operating systems leave in folders. */
const SYSTEM_FILE = /(?:^|\/)(?:\.[^/]*|thumbs\.db|desktop\.ini|__macosx\/.*)$/i
const ZIP_FILE = /\.zip$/i
const MAX_ZIP_SIZE = `${PICTURE_FOLDER_LIMITS.zipBytes / 1_000_000} MB`

/** Returns the files of an input; those of a folder with their path in it. */
export const toChosenFiles = (files: Iterable<File>): [path: string, file: File][] =>
  [...files].map((file) => [file.webkitRelativePath || file.name, file])

/** Returns the files that were dropped, with those of dropped folders. It has to be called in the event handler. */
export async function listDroppedFiles(data: DataTransfer): Promise<[path: string, file: File][]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return toChosenFiles(data.files)
  const found: [string, File][] = []
  for (const entry of entries) await addEntry(entry, found)
  return found
}

async function addEntry(entry: FileSystemEntry, found: [string, File][]): Promise<void> {
  if (found.length > PICTURE_FOLDER_LIMITS.files) throw createTooManyError()
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    found.push([entry.fullPath.replace(/^\//, ''), file])
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // Browsers return at most 100 entries at a time.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return
    for (const child of entries) await addEntry(child, found)
  }
}

const createTooManyError = () =>
  new SourceError(
    `At most ${formatCount(PICTURE_FOLDER_LIMITS.files)} files at once. Choose a part of the folder.`,
  )

/** Returns the files and those in zips, without the hidden files of operating systems. Throws SourceError. */
export async function listSourceFiles(chosen: [path: string, file: File][]): Promise<SourceFile[]> {
  const sources: SourceFile[] = []
  for (const [path, file] of chosen) {
    if (SYSTEM_FILE.test(path)) continue
    if (ZIP_FILE.test(path)) sources.push(...(await listZipFiles(file)))
    else
      sources.push({
        path,
        size: file.size,
        read: async () => file,
        readStart: async (bytes) => new Uint8Array(await file.slice(0, bytes).arrayBuffer()),
      })
  }
  if (sources.length > PICTURE_FOLDER_LIMITS.files) throw createTooManyError()
  return sources
}

async function listZipFiles(zip: File): Promise<SourceFile[]> {
  if (zip.size > PICTURE_FOLDER_LIMITS.zipBytes)
    throw new SourceError(`${zip.name} is larger than ${MAX_ZIP_SIZE}. Make several smaller ones.`)
  try {
    const { listZipEntries } = await import('./read-zip.ts')
    const entries = await listZipEntries(zip, PICTURE_FOLDER_LIMITS.files)
    return entries
      .filter(({ path }) => !SYSTEM_FILE.test(path))
      .map(({ path, size, readBytes }) => ({
        // The name of a zip counts like that of a folder.
        path: `${zip.name.replace(ZIP_FILE, '')}/${path}`,
        size,
        readStart: readBytes,
        async read() {
          const bytes = await readBytes(LIMITS.pictureBytes + 1)
          if (bytes.length > LIMITS.pictureBytes)
            throw new SourceError(`It is larger than ${MAX_PICTURE_SIZE}.`)
          return new File([bytes], path.split('/').pop() ?? path)
        },
      }))
  } catch (error) {
    throw error instanceof SourceError ? new SourceError(`${zip.name}: ${error.message}`) : error
  }
}

/** How pictures begin; a container of AVIF names it among its first brands. One character per byte. */
const PICTURE_START = /^(?:\xff\xd8|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp(?:.{4}){0,14}?avi[fs])/s
const HEIC_START = /^.{4}ftyp(?:.{4}){0,14}?(?:hei[cxms]|hev[cxms]|mif1|msf1)/s
const START_BYTES = 72

/** Returns why a file cannot be uploaded; undefined if it can, as far as its first bytes tell. */
export async function checkSourceFile(source: SourceFile): Promise<string | undefined> {
  if (source.path.length > PICTURE_FOLDER_LIMITS.pathLength) return 'Its name is too long.'
  if (source.size === 0) return 'It is empty.'
  let start: string
  try {
    start = String.fromCharCode(...(await source.readStart(START_BYTES)))
  } catch (error) {
    return error instanceof SourceError ? error.message : 'It cannot be read.'
  }
  if (!PICTURE_START.test(start))
    return HEIC_START.test(start)
      ? "It is an iPhone's HEIC picture. Save it as JPEG first."
      : 'It is not a picture (JPEG, PNG, WebP, AVIF or GIF).'
  return source.size > LIMITS.pictureBytes ? `It is larger than ${MAX_PICTURE_SIZE}.` : undefined
}
