import { ScreenHead } from '../features/frame/screen-head.tsx'

export default function OwnAccount() {
  return <ScreenHead title="Your account" />
}
