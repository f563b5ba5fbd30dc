import { expect, test } from 'vitest'
import { NAV_ITEMS } from './nav-items.ts'

test('No two screens of the navigation have the same shortcut key', () => {
  const keys = NAV_ITEMS.flatMap(({ shortcutKey }) => shortcutKey ?? [])
  expect(keys.length).toBeGreaterThan(0)
  expect(keys).toEqual([...new Set(keys)])
})
