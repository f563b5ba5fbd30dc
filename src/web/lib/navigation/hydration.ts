let isDone = false

/** Marks the end of hydration, also for performance tools and tests. */
export function markHydrated(): void {
  isDone = true
  performance.mark('alive')
}

/** Whether the first page of a visit is complete, so that what is rendered now is opened by a link; false on the server. */
export const isHydrated = (): boolean => isDone
