import { ScreenHead } from '../features/frame/screen-head.tsx'
import { Buttons, Tooltips } from '../features/specimens/actions.tsx'
import { Fields } from '../features/specimens/forms.tsx'
import { Plates, TabBars, Tables } from '../features/specimens/lists.tsx'
import { Dialogs, Drawers, Toasts } from '../features/specimens/messages.tsx'
import { Badges, Ornaments, Ratings, Waiting } from '../features/specimens/signs.tsx'

/** All that the screens are made of, in every state, for those who build them. No menu leads here. */
export default function Ui() {
  return (
    <>
      <ScreenHead title="Building blocks" subtitle="What the screens are made of, in every state" />
      <Buttons />
      <Badges />
      <Plates />
      <Dialogs />
      <Drawers />
      <TabBars />
      <Tooltips />
      <Toasts />
      <Fields />
      <Tables />
      <Ratings />
      <Waiting />
      <Ornaments />
    </>
  )
}
