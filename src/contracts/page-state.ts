/** Below this path there is the state of each public page: `/page-state/products?tab=spares&v=…` (decision 0229). */
export const STATE_PATH = '/page-state'
