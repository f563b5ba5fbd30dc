// The button that copies the address of a private page. Without this script, the address can be selected.

const button = document.querySelector('#copy-link')
const address = document.querySelector('#page-address')
const copyStatus = document.querySelector('#copy-status')

if (button && address && copyStatus) button.addEventListener('click', () => void copy(address, copyStatus))

/** Copies the address, or selects it where the browser refuses that, such as on plain HTTP. */
async function copy(address: Element, status: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(address.textContent)
    status.textContent = 'Copied.'
  } catch {
    getSelection()?.selectAllChildren(address)
    status.textContent = 'Copy the selected address.'
  }
}
