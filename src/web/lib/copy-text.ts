import { showToast } from './toast.ts'

/**
 * Copies a text; a toast says whether this succeeded. `name`: what the text is, such as 'Link'. `hint` is shown instead of
 * the text that was copied.
 */
export async function copyText(name: string, text: string, hint = text): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ title: `${name} copied`, description: hint })
  } catch {
    showToast({
      variant: 'destructive',
      title: `Could not copy the ${name.toLowerCase()}. Copy it here:`,
      description: text,
    })
  }
}
