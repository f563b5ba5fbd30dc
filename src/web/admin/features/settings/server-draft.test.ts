import { afterEach, expect, test, vi } from 'vitest'
import type { EditedSiteContent } from '#contracts/site-content/site-content.ts'
import { createServerDraft } from './server-draft.ts'

afterEach(() => vi.unstubAllGlobals())

test('What was typed while a draft is being stored is sent when the page is left, without waiting', async () => {
  const sent: { text: string; keepalive: boolean | undefined }[] = []
  const replies: (() => void)[] = []
  vi.stubGlobal('fetch', (_: string, { body, keepalive }: RequestInit) => {
    sent.push({ text: JSON.parse(String(body)).content.text, keepalive })
    return new Promise((resolve) => replies.push(() => resolve(Response.json({}))))
  })
  const draft = createServerDraft({ draft: null } as EditedSiteContent)
  const write = (text: string, isLeaving: boolean) =>
    draft.write({ at: '2026-11-29T12:00:00.000Z', value: { text } }, isLeaving)
  write('one', false)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  write('one two', false)
  write('one two three', true)
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { text: 'one', keepalive: undefined },
    { text: 'one two three', keepalive: true },
  ])
  // The page came back from the browser's cache: what waited does not replace what was sent since.
  replies[0]!()
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]!.text).toBe('one two three')
})
