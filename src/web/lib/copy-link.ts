import { showToast } from './toast.ts'

/** Copies an address; a toast says whether this succeeded. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied', description: url })
  } catch {
    showToast({ variant: 'destructive', title: 'The link could not be copied', description: url })
  }
}
