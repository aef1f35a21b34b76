/** Saves a file under this name through the browser. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers start reading only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
