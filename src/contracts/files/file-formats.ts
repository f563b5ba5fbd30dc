/** The formats of files that staff and visitors upload: the possible endings of their names, the usual one first, and the media type. */
const FILE_FORMATS = {
  pdf: ['pdf', 'application/pdf'],
  dxf: ['dxf', 'image/vnd.dxf'],
  dwg: ['dwg', 'image/vnd.dwg'],
  step: ['step stp p21', 'model/step'],
  iges: ['iges igs', 'model/iges'],
  png: ['png', 'image/png'],
  jpeg: ['jpg jpeg', 'image/jpeg'],
  webp: ['webp', 'image/webp'],
  heic: ['heic heif', 'image/heic'],
  tiff: ['tif tiff', 'image/tiff'],
  zip: ['zip', 'application/zip'],
  mp4: ['mp4 m4v', 'video/mp4'],
  webm: ['webm', 'video/webm'],
} as const satisfies Record<string, [endings: string, mediaType: string]>
export type FileFormat = keyof typeof FILE_FORMATS

/** The formats of documents of items. */
export const DOCUMENT_FORMATS = ['pdf', 'step', 'iges', 'dxf', 'dwg', 'zip'] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]
/** The formats of videos on pages. */
export const VIDEO_FORMATS = ['mp4', 'webm'] as const
/** The formats of files of an enquiry. */
export const ATTACHMENT_FORMATS = (Object.keys(FILE_FORMATS) as FileFormat[]).filter(
  (format): format is Exclude<FileFormat, 'iges' | 'mp4' | 'webm'> =>
    !['iges', ...VIDEO_FORMATS].includes(format),
)

/** Returns the format that the ending of a name says; undefined for an unknown one. */
export const getFormatByName = (name: string): FileFormat | undefined =>
  (Object.keys(FILE_FORMATS) as FileFormat[]).find((format) => getEndings(format).includes(getEnding(name)))

/** Returns the endings of names of files of a format, without the dot; the usual one first. */
export const getEndings = (format: FileFormat): string[] => FILE_FORMATS[format][0].split(' ')

export const getMediaType = (format: FileFormat): string => FILE_FORMATS[format][1]

/** Returns the value of the attribute `accept` of an input for files with these endings. */
export const toAcceptAttribute = (endings: readonly string[]): string =>
  endings.map((ending) => `.${ending}`).join(',')

/** Returns the end of a name behind its last dot, in lower case; the whole name without a dot. */
export const getEnding = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? ''
