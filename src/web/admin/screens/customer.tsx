import { ScreenHead } from '../features/frame/screen-head.tsx'

export default function Customer() {
  return <ScreenHead title="Customer" />
}
