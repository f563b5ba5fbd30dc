import { Link, useNavigate, useSearchParams } from 'react-router'
import { changedSections } from '#contracts/site-content-check.ts'
import { pathsOf, type SiteSection } from '#contracts/site-content-fields.ts'
import { SITE_SECTIONS } from '#contracts/site-content-sections.ts'
import { Select } from '../../../ui/field.tsx'
import type { Editor } from './use-editor.ts'

const addressOf = (id: string) => `?section=${id}`

/** The section that the address names, else the first. */
export function useSection(): SiteSection {
  const [parameters] = useSearchParams()
  const asked = parameters.get('section')
  return SITE_SECTIONS.find(({ id }) => id === asked) ?? SITE_SECTIONS[0]!
}

/** The section that holds a field of this path. */
export const sectionOf = (field: string): SiteSection | undefined =>
  SITE_SECTIONS.find(({ fields }) =>
    pathsOf(fields).some((path) => field === path || field.startsWith(`${path}.`)),
  )

/** Opens a section by its address. */
export function useOpenSection(): (section: SiteSection) => void {
  const navigate = useNavigate()
  return ({ id }) => void navigate(addressOf(id))
}

/** All sections with what is changed or wrong in them: links at the left, a select on telephones. */
export function SectionLinks({ editor, current }: { editor: Editor; current: SiteSection }) {
  const open = useOpenSection()
  const changed = changedSections(editor.saved.content, editor.content)
  const wrong = new Set(editor.faults.map(({ field }) => sectionOf(field)?.id))
  const signOf = ({ id, label }: SiteSection) => {
    if (wrong.has(id)) return 'to be corrected'
    return changed.includes(label) ? 'changed' : ''
  }
  return (
    <>
      <Select
        label="Section"
        className="mb-4 md:hidden"
        value={current.id}
        onChange={({ target }) => {
          const section = SITE_SECTIONS.find(({ id }) => id === target.value)
          if (section) open(section)
        }}
      >
        {SITE_SECTIONS.map((section) => (
          <option key={section.id} value={section.id}>
            {[section.label, signOf(section)].filter(Boolean).join(', ')}
          </option>
        ))}
      </Select>
      <nav aria-label="Sections of the settings" className="hidden md:block">
        <ul className="sticky top-24">
          {SITE_SECTIONS.map((section) => {
            const sign = signOf(section)
            return (
              <li key={section.id}>
                <Link
                  to={addressOf(section.id)}
                  aria-current={section === current ? 'page' : undefined}
                  className="block border-line border-l-3 px-3 py-1.5 font-head font-medium text-[1.0625rem] leading-tight hover:border-line-strong aria-[current]:border-marine aria-[current]:bg-surface aria-[current]:font-semibold"
                >
                  {section.label}
                  {sign && (
                    <span
                      className={`block font-normal text-sm ${wrong.has(section.id) ? 'text-danger' : 'text-muted'}`}
                    >
                      {sign}
                    </span>
                  )}
                </Link>
              </li>
            )
          })}
        </ul>
      </nav>
    </>
  )
}
