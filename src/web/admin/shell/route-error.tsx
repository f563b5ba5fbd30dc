import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** The code of a screen could not be loaded: the network failed, or a deployment has replaced the file. */
export class ScreenLoadError extends Error {}

const RELOADED_BUILD_KEY = 'capstan:reloaded-build'
/** Identifies the loaded build: the URL of this chunk contains a hash of its content. */
const BUILD = import.meta.url

/**
 * Replaces a screen that failed to load or to render. A screen that failed to load reloads the document once per build and
 * tab, which loads the screens of the present deployment; every other error, and a second failure, show a button.
 */
export function RouteError() {
  const error = useRouteError()
  const [isReloading] = useState(
    () => error instanceof ScreenLoadError && sessionStorage.getItem(RELOADED_BUILD_KEY) !== BUILD,
  )
  useEffect(() => {
    if (!isReloading) return
    sessionStorage.setItem(RELOADED_BUILD_KEY, BUILD)
    location.reload()
  }, [isReloading])
  if (isReloading) return <Spinner label="Loading..." />
  return (
    <div role="alert" className="m-auto grid max-w-160 justify-items-start gap-4 p-6">
      <title>This screen could not be displayed</title>
      <h1 className="text-h3">This screen could not be displayed</h1>
      <p>
        {error instanceof ScreenLoadError
          ? 'The site may have been updated, or the connection was lost.'
          : 'An unexpected error occurred.'}{' '}
        Changes that you have not saved in a form are offered again after reloading.
      </p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </div>
  )
}
