import { ScreenHead } from '../features/frame/screen-head.tsx'

export default function Accounts() {
  return <ScreenHead title="Accounts" />
}
