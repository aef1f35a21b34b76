/** Hands a file to the browser to be saved under this name. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
