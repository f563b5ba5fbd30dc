import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'

interface OnDemandProps<Props extends object> {
  load: () => Promise<{ default: ComponentType<Props> }>
  props: Props
  /** Shown while the code is on its way, and instead of it when it cannot be had. */
  fallback?: ReactNode
  /** Called when the code cannot be had: the network is gone, or the site was renewed since this page was opened. */
  onFail?: () => void
}

/** A component whose code is fetched when it is first needed. Unlike a lazy one it cannot take the page down with it. */
export function OnDemand<Props extends object>({
  load,
  props,
  fallback = null,
  onFail,
}: OnDemandProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  const failed = useRef(onFail)
  useEffect(() => {
    let wanted = true
    load().then(
      (module) => wanted && setLoaded(() => module.default),
      () => wanted && failed.current?.(),
    )
    return () => {
      wanted = false
    }
  }, [load])
  return Loaded ? <Loaded {...props} /> : fallback
}
