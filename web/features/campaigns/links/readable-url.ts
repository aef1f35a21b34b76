/** Decoded for display: percent-encoded letters are shown as letters. */
export function readableUrl(url: string) {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
