import { useNavigate, useSearchParams } from 'react-router'
import { listFieldPaths, type SiteSection } from '#contracts/fields/fields.ts'
import { SITE_SECTIONS } from '#contracts/site-content/sections.ts'

export const getSectionHref = (id: string) => `?section=${id}`

/** The section that the URL names, else the first. */
export function useCurrentSection(): SiteSection {
  const [searchParams] = useSearchParams()
  const sectionId = searchParams.get('section')
  return SITE_SECTIONS.find(({ id }) => id === sectionId) ?? SITE_SECTIONS[0]!
}

/** The section that contains the field of this path. */
export const findSection = (field: string): SiteSection | undefined =>
  SITE_SECTIONS.find(({ fields }) =>
    listFieldPaths(fields).some((path) => field === path || field.startsWith(`${path}.`)),
  )

/** Returns a function that navigates to a section. */
export function useOpenSection(): (section: SiteSection) => void {
  const navigate = useNavigate()
  return ({ id }) => void navigate(getSectionHref(id))
}
