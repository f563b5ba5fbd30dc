import { Buttons, Tooltips } from '../features/component-gallery/actions.tsx'
import { Fields } from '../features/component-gallery/forms.tsx'
import { Badges, LoadingStates, Ornaments, Ratings } from '../features/component-gallery/indicators.tsx'
import { Panels, TabBars, Tables } from '../features/component-gallery/lists.tsx'
import { Dialogs, Drawers, Toasts } from '../features/component-gallery/messages.tsx'
import { PageHeader } from '../shell/page-header.tsx'

/** All components in all their states, for developers. No menu links to this screen. */
export default function ComponentGallery() {
  return (
    <>
      <PageHeader title="Component gallery" subtitle="All components in all their states" />
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
