/** Adds a button that copies a new API key to its page, which works without a script too. */
function addCopyButton(): void {
  const field = document.getElementById('new-key')
  const button = document.getElementById('copy-key')
  const status = document.getElementById('copied')
  if (!(field instanceof HTMLInputElement) || !button || !status) return
  button.hidden = false
  button.addEventListener('click', () => {
    field.select()
    // Without TLS browsers have no clipboard. Then the selected key can be copied by keyboard.
    const copying = isSecureContext ? navigator.clipboard.writeText(field.value) : Promise.reject(new Error('not a secure context'))
    copying.then(
      () => (status.textContent = 'Copied.'),
      () => (status.textContent = 'The key is selected. Press Ctrl+C (on a Mac ⌘C) to copy it.'),
    )
  })
}

addCopyButton()
