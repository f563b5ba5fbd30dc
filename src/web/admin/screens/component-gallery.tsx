import { Buttons, Tooltips } from '../features/component-gallery/actions.tsx'
import { Fields } from '../features/component-gallery/forms.tsx'
import { Badges, LoadingStates, Ornaments, Ratings } from '../features/component-gallery/indicators.tsx'
import { Panels, TabBars, Tables } from '../features/component-gallery/lists.tsx'
import { Dialogs, Drawers, Toasts } from '../features/component-gallery/messages.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'

/** All that the screens are made of, in every state, for those who build them. No menu leads here. */
export default function ComponentGallery() {
  return (
    <>
      <PageHeader title="Building blocks" subtitle="What the screens are made of, in every state" />
      <Buttons />
      <Badges />
      <Panels />
      <Dialogs />
      <Drawers />
      <TabBars />
      <Tooltips />
      <Toasts />
      <Fields />
      <Tables />
      <Ratings />
      <LoadingStates />
      <Ornaments />
    </>
  )
}
