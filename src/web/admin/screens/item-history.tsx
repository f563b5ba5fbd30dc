import { ScreenHead } from '../features/frame/screen-head.tsx'

export default function ItemHistory() {
  return <ScreenHead title="History" />
}
