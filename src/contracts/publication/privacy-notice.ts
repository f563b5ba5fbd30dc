/** The published privacy notice, to which the forms of the site link. `version` is its revision. */
export interface PrivacyNotice {
  title: string
  path: string
  version: number
}

/**
 * Which notice a form showed, as an enquiry or a review keeps it: 'Privacy notice, version 3'. `shown` is the version that the
 * form sent. '' if it sent none that exists.
 */
export function describeShownNotice(notice: PrivacyNotice | undefined, shown: string | undefined): string {
  const version = Number(shown)
  return notice && Number.isInteger(version) && version >= 1 && version <= notice.version
    ? `${notice.title}, version ${version}`
    : ''
}
