import { Link } from 'react-router'
import type { SiteSection } from '#contracts/fields/fields.ts'
import { SITE_SECTIONS } from '#contracts/site-content/sections.ts'
import { listChangedSections } from '#contracts/site-content/validate-site-content.ts'
import { Select } from '#web/ui/field.tsx'
import { useDocumentState } from '../../editing/document-context.tsx'
import { findSection, getSectionHref, useOpenSection } from './current-section.ts'
import type { SettingsForm } from './use-settings-form.ts'

/** All sections with their state (changed, errors): a list of links, or a select on narrow screens. */
export function SectionNav({ form, current }: { form: SettingsForm; current: SiteSection }) {
  const { value, stored, errors } = useDocumentState(form.document)
  const openSection = useOpenSection()
  const changedLabels = listChangedSections(stored?.content, value)
  const invalidSectionIds = new Set(Object.keys(errors).map((field) => findSection(field)?.id))
  const getStatusLabel = ({ id, label }: SiteSection) => {
    if (invalidSectionIds.has(id)) return 'Needs correction'
    return changedLabels.includes(label) ? 'Changed' : ''
  }
  return (
    <>
      <Select
        label="Section"
        className="mb-4 md:hidden"
        value={current.id}
        onChange={({ target }) => {
          const section = SITE_SECTIONS.find(({ id }) => id === target.value)
          if (section) openSection(section)
        }}
      >
        {SITE_SECTIONS.map((section) => (
          <option key={section.id} value={section.id}>
            {[section.label, getStatusLabel(section)].filter(Boolean).join(', ')}
          </option>
        ))}
      </Select>
      <nav aria-label="Sections of the settings" className="hidden md:block">
        <ul className="sticky top-24">
          {SITE_SECTIONS.map((section) => {
            const statusLabel = getStatusLabel(section)
            return (
              <li key={section.id}>
                <Link
                  to={getSectionHref(section.id)}
                  aria-current={section === current ? 'page' : undefined}
                  className="block border-line border-l-3 px-3 py-1.5 font-head font-medium text-control leading-tight hover:border-line-strong aria-[current]:border-marine aria-[current]:bg-surface aria-[current]:font-semibold"
                >
                  {section.label}
                  {statusLabel && (
                    <span
                      className={`block font-normal text-sm ${invalidSectionIds.has(section.id) ? 'text-danger' : 'text-muted'}`}
                    >
                      {statusLabel}
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
