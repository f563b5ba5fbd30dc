import { ScreenHead } from '../features/frame/screen-head.tsx'

export default function Reviews() {
  return <ScreenHead title="Reviews" />
}
