/** Aborts when the command is told to stop, or when the site that started it hangs up. */
export function abortOnSignal(): AbortController {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  process.once('disconnect', stop)
  return controller
}
