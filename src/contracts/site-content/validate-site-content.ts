import { getIn, isDeepEqual, listFieldPaths } from '../fields/fields.ts'
import { type FieldError, validateFields } from '../fields/validate-fields.ts'
import { SITE_SECTIONS } from './sections.ts'

/** Returns all errors of a document in the order of the screen; an empty list if it can be published. */
export function validateSiteContent(content: unknown): FieldError[] {
  return SITE_SECTIONS.flatMap(({ label, fields }) => validateFields(content, fields, label))
}

/** Returns the labels of the sections in which two documents differ. */
export function listChangedSections(before: unknown, after: unknown): string[] {
  return SITE_SECTIONS.filter(({ fields }) =>
    listFieldPaths(fields).some((path) => !isDeepEqual(getIn(before, path), getIn(after, path))),
  ).map(({ label }) => label)
}
