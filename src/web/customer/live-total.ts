// The script of the private page of a quotation: chosen options change the total without a reload. Without it, a button does.

const form = document.querySelector<HTMLFormElement>('#quotation-form')
const update = document.querySelector<HTMLButtonElement>('#update-total')
let latest: AbortController | undefined

if (form && update) {
  // The Enter key in a field of the form would press its first button.
  update.type = 'button'
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && 'option' in target.dataset) void refresh(form, update)
  })
}

/** Replaces the parts of the page that depend on the chosen options. If that fails, the button stays to do it. */
async function refresh(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  latest?.abort()
  latest = new AbortController()
  const { signal } = latest
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  try {
    const reply = await fetch(button.formAction, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal,
    })
    if (!reply.ok) throw new Error(String(reply.status))
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    for (const part of document.querySelectorAll('[data-live]'))
      part.replaceChildren(...(page.getElementById(part.id)?.childNodes ?? []))
  } catch {
    if (signal.aborted) return
    button.type = 'submit'
    button.classList.remove('no-js-only')
  }
}
