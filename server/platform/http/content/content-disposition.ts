/** Characters that stand for themselves in an extended value (RFC 5987, attr-char). */
const UNRESERVED = /[!'()*]/g

/** The header Content-Disposition (RFC 6266): a name in ASCII for old clients, and the name itself in UTF-8. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(
    UNRESERVED,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}
