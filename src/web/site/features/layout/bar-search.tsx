import { type ComponentType, type FormEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { BEST_TAB } from '#contracts/catalogue/display-limits.ts'
import { toLanguagePath } from '#contracts/language-path.ts'
import { t } from '#messages/messages.ts'
import { SiteLink, useNavigate } from '#web/lib/navigation/navigation.tsx'
import { OutlineIcon } from '#web/ui/icons/outline-icon.tsx'
import type { BarFieldProps } from '../../search/bar-field.tsx'

interface LoadedField {
  Field: ComponentType<BarFieldProps>
  /** What was typed before it was loaded, and whether the plain field still had the focus then. */
  text: string
  hasFocus: boolean
}

/**
 * The search of the bar: a field that gets its suggestions when it is first focused. On narrow screens it covers the bar while
 * it has the focus, which an icon gives it; without scripts, the icon leads to the catalogue. '/' moves the focus to the field,
 * in the catalogue to that of its list, which has no other.
 */
export function BarSearch({ isCatalogue }: { isCatalogue: boolean }) {
  const [loaded, setLoaded] = useState<LoadedField>()
  const goTo = useNavigate()
  const search = (text: string) => {
    if (text.trim()) goTo(`/products?${new URLSearchParams({ tab: BEST_TAB, search: text.trim() })}`)
  }
  useEffect(() => {
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [])
  if (isCatalogue) return null
  /** Replaces the plain field at once, so that no key gets lost; without a connection it stays. */
  const loadField = async (plain: HTMLInputElement) => {
    const { default: Field } = await import('../../search/bar-field.tsx')
    const hasFocus = document.activeElement === plain
    flushSync(() => setLoaded({ Field, text: plain.value, hasFocus }))
  }
  return (
    <>
      <search className="bar-search">
        <form
          action={toLanguagePath('/products')}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            search(String(new FormData(event.currentTarget).get('search')))
          }}
        >
          <input type="hidden" name="tab" value={BEST_TAB} />
          {loaded ? (
            <loaded.Field text={loaded.text} hasFocus={loaded.hasFocus} onSearch={search} />
          ) : (
            <>
              <OutlineIcon icon="search" size={20} filled={false} />
              <input
                type="search"
                name="search"
                aria-label={t('Search')}
                placeholder={t('Search')}
                onFocus={({ target }) => loadField(target).catch(() => undefined)}
                className="field bar-field"
              />
            </>
          )}
        </form>
      </search>
      <SiteLink
        to="/products"
        aria-label={t('Search')}
        onClick={focusSearch}
        className="grid h-11 w-9 place-items-center lg:hidden"
      >
        <OutlineIcon icon="search" size={24} filled={false} />
      </SiteLink>
    </>
  )
}

/** Where text is typed, '/' is a part of it. */
const handleKey = (event: KeyboardEvent) =>
  event.key === '/' &&
  !(event.target as Element).closest('input, textarea, select, dialog') &&
  focusSearch(event)

function focusSearch(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.querySelector<HTMLElement>('input[type=search]')?.focus()
}
