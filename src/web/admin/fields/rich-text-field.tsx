import { Toolbar, ToolbarItem } from '@ariakit/react'
import { ListItem } from '@tiptap/extension-list'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Table2,
} from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { isDeepEqual, type SiteField } from '#contracts/fields/fields.ts'
import { isTextLink } from '#contracts/fields/links.ts'
import { cleanRichText, EMPTY_RICH_TEXT, type RichNode, type RichText } from '#contracts/fields/rich-text.ts'
import { ActionsMenu } from '#web/ui/actions-menu.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { FieldNote, TextField } from '#web/ui/field.tsx'
import { useDocumentState, useEditedDocument } from '../editing/document-context.tsx'
import { FormDialog } from '../editing/form-dialog.tsx'
import { LinkTargets } from './link-targets.tsx'
import { useContentField } from './use-content-field.ts'

const CELL_CONTENT = '(paragraph | bulletList | orderedList)+'

/** What a text can contain, the same as `findRichTextError` permits: anything else that is pasted becomes plain text. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, autolink: false, isAllowedUri: (address) => isTextLink(address ?? '') },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    trailingNode: false,
    listItem: false,
  }),
  ListItem.extend({ content: 'paragraph (paragraph | bulletList | orderedList)*' }),
  Table.extend({
    addKeyboardShortcuts() {
      // After the last cell, Tab leaves the editor instead of adding rows without end.
      return { ...this.parent?.(), Tab: () => this.editor.commands.goToNextCell() }
    },
  }).configure({ resizable: false }),
  TableRow,
  TableHeader.extend({ content: CELL_CONTENT }),
  TableCell.extend({ content: CELL_CONTENT }),
]

/** Other levels of headings than the two of a text, such as those of Word. */
const toKnownHeadings = (html: string): string =>
  html.replace(/<(\/?)h([1456])(?=[\s>])/gi, (_, slash: string, level: string) =>
    level === '1' ? `<${slash}h2` : `<${slash}h3`,
  )

type RichTextField = Extract<SiteField, { kind: 'rich-text' }>

/** A text with headings, lists, tables and links, written as it is shown. */
export default function RichTextFieldView({ field, path }: { field: RichTextField; path: string }) {
  const { value, error, change, ref } = useContentField(path)
  const id = useId()
  const editor = useEditor({
    extensions: EXTENSIONS,
    // The policy of the site forbids styles of scripts; admin/editor.css has them.
    injectCSS: false,
    content: toEditorContent(value as RichText | undefined),
    onUpdate: ({ editor }) => change(readText(editor)),
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-note`,
        class: 'field prose-text min-h-40 overflow-x-auto',
      },
      transformPastedHTML: toKnownHeadings,
    },
  })
  useEffect(() => {
    // Restored drafts and moved blocks change the text from outside.
    if (value && !isDeepEqual(value, readText(editor)))
      // Undo in one block must not bring back the text of another that stood there.
      editor
        .chain()
        .setMeta('addToHistory', false)
        .setContent(toEditorContent(value as RichText), { emitUpdate: false })
        .run()
  }, [editor, value])
  const isLocked = useDocumentState(
    useEditedDocument(),
    ({ save, recoverable }) => save.kind === 'saving' || recoverable !== undefined,
  )
  useEffect(() => {
    // A disabled group of fields does not disable an editor.
    editor.setEditable(!isLocked, false)
  }, [editor, isLocked])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <span id={`${id}-label`} className="font-head font-medium text-label tracking-label">
        {field.label}
      </span>
      <FormatBar editor={editor} label={field.label} />
      {/* The registry of the form focuses an element that exists before the editor does. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it passes the focus on to the editor in it */}
      <div
        ref={ref}
        tabIndex={-1}
        onFocus={({ target, currentTarget }) => target === currentTarget && editor.commands.focus()}
      >
        <EditorContent editor={editor} />
      </div>
      <FieldNote id={`${id}-note`} error={error} hint={field.hint} />
    </div>
  )
}

/** An empty text has a paragraph in the editor, which can become a heading or a list before anything is typed. */
const toEditorContent = (text: RichText = EMPTY_RICH_TEXT) =>
  text.content?.length ? text : { ...text, content: [{ type: 'paragraph' }] }

const readText = (editor: Editor): RichText => {
  const text = cleanRichText(editor.getJSON() as RichNode)
  return editor.isEmpty ? EMPTY_RICH_TEXT : text
}

interface Format {
  label: string
  Icon: LucideIcon
  isActive: (editor: Editor) => boolean
  toggle: (editor: Editor) => void
}

const FORMATS: Format[] = [
  {
    label: 'Heading',
    Icon: Heading2,
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
    toggle: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Small heading',
    Icon: Heading3,
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
    toggle: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'Bold (Ctrl+B)',
    Icon: Bold,
    isActive: (editor) => editor.isActive('bold'),
    toggle: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic (Ctrl+I)',
    Icon: Italic,
    isActive: (editor) => editor.isActive('italic'),
    toggle: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'List',
    Icon: List,
    isActive: (editor) => editor.isActive('bulletList'),
    toggle: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    Icon: ListOrdered,
    isActive: (editor) => editor.isActive('orderedList'),
    toggle: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
]

const TABLE_ACTIONS: { label: string; run: (editor: Editor) => void; danger?: boolean }[] = [
  { label: 'Add row below', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: 'Add column on the right', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: 'Remove row', run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: 'Remove column', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: 'Remove table', run: (editor) => editor.chain().focus().deleteTable().run(), danger: true },
]

/** The buttons above a text: one stop of the Tab key, with the arrow keys between them. */
function FormatBar({ editor, label }: { editor: Editor; label: string }) {
  const [isLinking, setLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      formats: FORMATS.map(({ isActive }) => isActive(editor)),
      link: editor.isActive('link'),
      table: editor.isActive('table'),
    }),
  })
  return (
    <div className="flex flex-wrap gap-1">
      <Toolbar aria-label={`Format of ${label}`} className="flex flex-wrap gap-1">
        {FORMATS.map(({ label, Icon, toggle }, index) => (
          <FormatButton
            key={label}
            label={label}
            Icon={Icon}
            isPressed={active.formats[index]!}
            onPress={() => toggle(editor)}
          />
        ))}
        <FormatButton label="Link" Icon={Link2} isPressed={active.link} onPress={() => setLinking(true)} />
        {!active.table && (
          <FormatButton
            label="Table"
            Icon={Table2}
            isPressed={false}
            onPress={() =>
              editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
            }
          />
        )}
      </Toolbar>
      {active.table && (
        <ActionsMenu
          actions={TABLE_ACTIONS.map(({ run, ...action }) => ({ ...action, run: () => run(editor) }))}
        >
          <Table2 aria-hidden="true" size={18} /> Table
        </ActionsMenu>
      )}
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  )
}

interface FormatButtonProps {
  label: string
  Icon: LucideIcon
  isPressed: boolean
  onPress: () => void
}

const FormatButton = ({ label, Icon, isPressed, onPress }: FormatButtonProps) => (
  <ToolbarItem
    aria-pressed={isPressed}
    onClick={onPress}
    render={
      <IconButton label={label} variant={isPressed ? 'secondary' : 'ghost'} className="size-9">
        <Icon aria-hidden="true" size={18} />
      </IconButton>
    }
  />
)

/** Asks for the address of a link; an empty one removes it. */
function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const present = String(editor.getAttributes('link').href ?? '')
  const targetsId = useId()
  const setLink = (fields: FormData) => {
    const href = String(fields.get('address')).trim()
    const selected = editor.chain().extendMarkRange('link')
    if (href === '') selected.unsetLink().run()
    else if (!isTextLink(href))
      throw new Error('Enter an address that begins with https://, http://, /, mailto: or tel:.')
    else if (editor.state.selection.empty && !editor.isActive('link'))
      editor
        .chain()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else selected.setLink({ href }).run()
  }
  return (
    <FormDialog title="Link" submitLabel="Set link" noValidate onSubmit={setLink} onClose={onClose}>
      <TextField
        name="address"
        label="Address"
        hint="https://..., a page of this site such as /products, mailto: or tel:. Empty: no link."
        defaultValue={present}
        autoComplete="off"
        list={targetsId}
        autoFocus
      />
      <LinkTargets id={targetsId} />
    </FormDialog>
  )
}
