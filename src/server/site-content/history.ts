import { diffFields } from '#contracts/fields/diff-fields.ts'
import type { FieldDifference } from '#contracts/revision.ts'
import { SITE_SECTIONS } from '#contracts/site-content/sections.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'

/** Returns the fields in which two versions of the site content differ, with the labels and texts that staff read. */
export const diffSiteContent = (before: SiteContent, after: SiteContent): FieldDifference[] =>
  SITE_SECTIONS.flatMap(({ label, fields }) => diffFields(fields, { before, after }, label))
