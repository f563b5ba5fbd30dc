import { Component, type ReactNode } from 'react'
import { usePathname } from './navigation.tsx'
import { isLoadedPage } from './scroll-restoration.ts'

interface PageErrorBoundaryProps {
  /** The id of the element around the boundary. */
  containerId: string
  children: ReactNode
}

/**
 * Keeps a static copy of what its container showed, usually the server-rendered HTML, when the children throw: the page
 * stays readable and its links work. A page that client-side navigation has opened is loaded from the server instead.
 * React writes the error to the console. Another path removes the copy.
 */
export function PageErrorBoundary(props: PageErrorBoundaryProps) {
  return <Boundary {...props} pathname={usePathname()} />
}

type BoundaryProps = PageErrorBoundaryProps & { pathname: string }

class Boundary extends Component<BoundaryProps> {
  override state = { hasFailed: false }
  #staticNodes: Node[] | undefined

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate({ pathname }: BoundaryProps) {
    if (!this.state.hasFailed || pathname === this.props.pathname) return
    this.#staticNodes = undefined
    this.setState({ hasFailed: false })
  }

  override componentDidCatch() {
    if (!isLoadedPage()) location.reload()
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    // React has not removed the nodes from the document yet.
    this.#staticNodes ??= copyChildNodes(this.props.containerId)
    const nodes = this.#staticNodes
    return <div className="contents" ref={(element) => element?.replaceChildren(...nodes)} />
  }
}

const copyChildNodes = (id: string): Node[] =>
  [...(document.getElementById(id)?.childNodes ?? [])].map((node) => node.cloneNode(true))
