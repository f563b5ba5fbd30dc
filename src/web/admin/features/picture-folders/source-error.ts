/** Files that cannot be chosen or read, with a message for the user. */
export class SourceError extends Error {}
