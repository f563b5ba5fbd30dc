import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
} from 'react'

type Loader<Props extends object> = () => Promise<{ default: ComponentType<Props> }>

interface LazyComponentProps<Props extends object> {
  /** The import of the module, the same function on every render. */
  load: Loader<Props>
  props: Props
  /** Rendered while the module is loading, and after it could not be loaded. */
  fallback?: ReactNode
  /** Called when the module cannot be loaded (no network, or a newer build was deployed) or the component throws. */
  onFail?: () => void
}

/**
 * A component whose module is loaded when it is first rendered. A failure removes only this component; React reports an
 * error thrown by the component itself. The next render after a failed load tries again.
 */
export function LazyComponent<Props extends object>(lazyProps: LazyComponentProps<Props>) {
  const { load, props, fallback = null, onFail } = lazyProps
  const Content = getLazyContent(load)
  const Loaded = loadedOnServer.get(load) as ComponentType<Props> | undefined
  return (
    <Isolation onFail={onFail}>
      <Suspense fallback={fallback}>{Loaded ? <Loaded {...props} /> : <Content {...lazyProps} />}</Suspense>
    </Isolation>
  )
}

const loadedOnServer = new Map<object, unknown>()

/** Loads a component before pages are rendered, so that the HTML contains it. The browser loads it after the page. */
export async function loadOnServer<Props extends object>(load: Loader<Props>): Promise<void> {
  loadedOnServer.set(load, (await load()).default)
}

type LazyContent<Props extends object> = LazyExoticComponent<ComponentType<LazyComponentProps<Props>>>
/** One component for each loader: React renders a loaded one without the fallback. */
const contentByLoader = new WeakMap<object, unknown>()

function getLazyContent<Props extends object>(load: Loader<Props>): LazyContent<Props> {
  const cached = contentByLoader.get(load) as LazyContent<Props> | undefined
  if (cached) return cached
  const content: LazyContent<Props> = lazy(
    async (): Promise<{ default: ComponentType<LazyComponentProps<Props>> }> => {
      try {
        const { default: Loaded } = await load()
        return { default: ({ props }) => <Loaded {...props} /> }
      } catch {
        contentByLoader.delete(load)
        return { default: LoadFailure }
      }
    },
  )
  contentByLoader.set(load, content)
  return content
}

function LoadFailure({ fallback, onFail }: { fallback?: ReactNode; onFail?: () => void }) {
  const reportFailure = useEffectEvent(() => onFail?.())
  useEffect(() => reportFailure(), [])
  return fallback
}

/** Renders nothing in place of children that throw. */
class Isolation extends Component<{ onFail: (() => void) | undefined; children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFail?.()
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
