import { ScreenHead } from '../features/frame/screen-head.tsx'

export default function Log() {
  return <ScreenHead title="Log" />
}
