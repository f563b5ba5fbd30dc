import { ScreenHead } from '../features/frame/screen-head.tsx'

export default function Items() {
  return <ScreenHead title="All items" />
}
