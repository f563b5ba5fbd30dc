import { expect, test } from 'vitest'
import { getHomePath, NAV_ITEMS } from './nav-items.ts'

test('No two screens of the navigation have the same shortcut key', () => {
  const keys = NAV_ITEMS.flatMap(({ shortcutKey }) => shortcutKey ?? [])
  expect(keys.length).toBeGreaterThan(0)
  expect(keys).toEqual([...new Set(keys)])
})

test('The first screen of the admin is the first one of the navigation that the role permits, otherwise the profile', () => {
  expect(getHomePath(['audit-log.read', 'dashboard.read'])).toBe('/admin/dashboard')
  expect(getHomePath(['audit-log.read', 'reviews.edit'])).toBe('/admin/reviews')
  expect(getHomePath([])).toBe('/admin/account')
})
