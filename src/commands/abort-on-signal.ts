/** Aborts when the command receives a signal to end, or when the site that started it disconnects. */
export function abortOnSignal(): AbortController {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  process.once('disconnect', stop)
  return controller
}
