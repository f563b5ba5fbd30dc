import { t } from '#messages/messages.ts'
import { showToast } from './toast.ts'

/**
 * Copies a text; a toast says whether this succeeded. `name`: what the text is, such as 'Link', in the language of the page.
 * `hint` is shown instead of the text that was copied.
 */
export async function copyText(name: string, text: string, hint = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ title: t('{name} copied', { name }), description: hint })
  } catch {
    showToast({
      variant: 'destructive',
      title: t('Could not copy the {name}. Copy it here:', { name: name.toLowerCase() }),
      description: text,
    })
  }
}
