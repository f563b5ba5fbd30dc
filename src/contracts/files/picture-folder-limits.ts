/** The limits of a folder of photographs. */
export const PICTURE_FOLDER_LIMITS = {
  /** Maximum number of files in one folder or zip. */
  files: 5000,
  /** Maximum number of files that one request matches to items. */
  filesPerRequest: 500,
  pathLength: 1000,
  zipBytes: 500_000_000,
} as const
