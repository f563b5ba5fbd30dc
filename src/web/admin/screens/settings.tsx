import { ScreenHead } from '../features/frame/screen-head.tsx'

export default function Settings() {
  return <ScreenHead title="Settings" />
}
