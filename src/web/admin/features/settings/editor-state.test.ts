import { expect, test } from 'vitest'
import type { EditedSiteContent } from '#contracts/site-content/site-content.ts'
import { createEditorState, type EditorState, reduceEditor } from './editor-state.ts'

const createLoaded = (contact: object, draft?: object) =>
  ({
    content: { contact },
    revision: 3,
    lastChange: null,
    draft: draft ? { content: { contact: draft }, updatedAt: '2026-11-22T10:00:00.000Z' } : null,
  }) as unknown as EditedSiteContent

const changeTitle = (state: EditorState, value: unknown) =>
  reduceEditor(state, { type: 'changed', path: 'contact.title', value })

test('A draft that equals the saved content is not offered for recovery', () => {
  expect(createEditorState(createLoaded({ title: 'A' }, { title: 'A' })).recoverable).toBeNull()
  expect(createEditorState(createLoaded({ title: 'A' }, { title: 'B' })).recoverable).not.toBeNull()
})

test('Changing a settings field removes the errors of that field only', () => {
  const fieldErrors = ['contact.title', 'contact.text'].map((field) => ({ field, message: 'Too short.' }))
  const state = { ...createEditorState(createLoaded({ title: 'A', text: 'B' })), fieldErrors }
  const changed = changeTitle(state, 'Longer')
  expect(changed.content).toEqual({ contact: { title: 'Longer', text: 'B' } })
  expect(changed.fieldErrors.map(({ field }) => field)).toEqual(['contact.text'])
})

test('Settings typed while a save is pending stay in the form after the save', () => {
  const sent = changeTitle(createEditorState(createLoaded({ title: 'A' })), 'B')
  const typed = changeTitle(reduceEditor(sent, { type: 'saveStarted' }), 'BC')
  const edited = createLoaded({ title: 'B' })
  const saved = reduceEditor(typed, { type: 'saveSucceeded', edited, sent: sent.content })
  expect(saved).toMatchObject({ content: { contact: { title: 'BC' } }, saved: edited, isSaving: false })
})

test('Restoring a settings draft puts it into the form and ends the offer', () => {
  const restored = reduceEditor(createEditorState(createLoaded({ title: 'A' }, { title: 'B' })), {
    type: 'draftRestored',
  })
  expect(restored).toMatchObject({ content: { contact: { title: 'B' } }, recoverable: null })
})
