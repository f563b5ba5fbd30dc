import { type ComponentType, type FormEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
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
 * The search of the bar: a field that gets its suggestions when it is first focused, on narrow screens a link to the
 * catalogue. '/' moves the focus to the field, in the catalogue to that of its list, which has no other.
 */
export function BarSearch({ isCatalogue }: { isCatalogue: boolean }) {
  const [loaded, setLoaded] = useState<LoadedField>()
  const goTo = useNavigate()
  const search = (text: string) => {
    if (text.trim()) goTo(`/products?search=${encodeURIComponent(text.trim())}`)
  }
  useEffect(() => {
    addEventListener('keydown', focusSearch)
    return () => removeEventListener('keydown', focusSearch)
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
      <search className="hidden w-44 min-w-0 lg:block">
        <form
          action="/products"
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            search(String(new FormData(event.currentTarget).get('search')))
          }}
        >
          {loaded ? (
            <loaded.Field text={loaded.text} hasFocus={loaded.hasFocus} onSearch={search} />
          ) : (
            <input
              type="search"
              name="search"
              aria-label="Search"
              placeholder="Search"
              onFocus={({ target }) => loadField(target).catch(() => undefined)}
              className="field bar-field"
            />
          )}
        </form>
      </search>
      <SiteLink to="/products" aria-label="Search" className="grid h-11 w-9 place-items-center lg:hidden">
        <OutlineIcon icon="search" size={24} filled={false} />
      </SiteLink>
    </>
  )
}

/** Where text is typed, '/' is a part of it. On narrow screens the field of the bar is not displayed, and cannot be focused. */
function focusSearch(event: KeyboardEvent) {
  if (event.key !== '/' || (event.target as Element).closest('input, textarea, select, dialog')) return
  event.preventDefault()
  document.querySelector<HTMLElement>('input[type=search]')?.focus()
}
