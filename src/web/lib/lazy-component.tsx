import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'

interface LazyComponentProps<Props extends object> {
  load: () => Promise<{ default: ComponentType<Props> }>
  props: Props
  /** Shown while the code is on its way, and instead of it when it cannot be had. */
  fallback?: ReactNode
  /** Called when the code cannot be had: the network is gone, or the site was renewed since this page was opened. */
  onFail?: () => void
}

/** A component whose code is fetched when it is first needed. Unlike a lazy one it cannot take the page down with it. */
export function LazyComponent<Props extends object>({
  load,
  props,
  fallback = null,
  onFail,
}: LazyComponentProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  const onFailRef = useRef(onFail)
  useEffect(() => {
    let isMounted = true
    load().then(
      (module) => isMounted && setLoaded(() => module.default),
      () => isMounted && onFailRef.current?.(),
    )
    return () => {
      isMounted = false
    }
  }, [load])
  return Loaded ? <Loaded {...props} /> : fallback
}
