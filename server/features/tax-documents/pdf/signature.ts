import { P12Signer } from '@signpdf/signer-p12'
import { SignPdf } from '@signpdf/signpdf'
import forge from 'node-forge'
import { AppError } from '../../../platform/http/errors.ts'

/** A certificate with its private key (PKCS #12). */
export type Certificate = { p12: Buffer; passphrase: string }

/** Room for a signature with its chain of certificates. */
const SIGNATURE_BYTES = 16_384
/** The mark that the signing library replaces. */
const RANGE = '/ByteRange [0 /********** /********** /**********]'

/** When the certificate of the key expires. Throws if the passphrase is wrong or the file holds no key. */
export function expiryOf({ p12, passphrase }: Certificate): Date {
  const opened = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('binary')), false, passphrase)
  const { pkcs8ShroudedKeyBag: keyBag, certBag } = forge.pki.oids as { pkcs8ShroudedKeyBag: string; certBag: string }
  const key = opened.getBags({ bagType: keyBag })[keyBag]?.[0]?.key as forge.pki.rsa.PrivateKey | undefined
  const certificates = opened.getBags({ bagType: certBag })[certBag] ?? []
  const own = certificates.flatMap(({ cert }) => cert ?? []).find((cert) => isOf(cert, key))
  if (!own) throw new Error('The file holds no private key with its certificate')
  return own.validity.notAfter
}

const isOf = ({ publicKey }: forge.pki.Certificate, key: forge.pki.rsa.PrivateKey | undefined) =>
  key !== undefined && (publicKey as forge.pki.rsa.PublicKey).n.equals(key.n)

type Signing = Certificate & { name: string; at: Date }
/** Signs a PDF (PKCS #7, detached) in an incremental update: the bytes before it stay as they are. */
export async function signPdf(pdf: Buffer, { name, at, ...certificate }: Signing): Promise<Buffer> {
  if (expiryOf(certificate) <= at) throw new AppError('tax_certificate_expired')
  const signer = new P12Signer(certificate.p12, { passphrase: certificate.passphrase })
  return new SignPdf().sign(withPlaceholder(pdf, { name, at }), signer, at)
}

/** Appends an empty signature, its invisible field on the first page, and the changed page and catalogue. */
function withPlaceholder(pdf: Buffer, { name, at }: { name: string; at: Date }): Buffer {
  const file = readFile(pdf.toString('latin1'))
  const rootId = refIn(file.trailer, 'Root')
  const root = file.objectOf(rootId)
  const pageId = refIn(file.objectOf(refIn(root, 'Pages')), 'Kids')
  const [signatureId, fieldId] = [file.size, file.size + 1]
  const changed: [number, string][] = [
    [rootId, withEntry(root, `/AcroForm << /SigFlags 3 /Fields [${fieldId} 0 R] >>`)],
    [pageId, withEntry(file.objectOf(pageId), `/Annots [${fieldId} 0 R]`)],
    [
      signatureId,
      `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached ${RANGE} ` +
        `/Contents <${'0'.repeat(2 * SIGNATURE_BYTES)}> /M (D:${pdfTime(at)}) /Name <${utf16(name)}> >>`,
    ],
    [
      fieldId,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /Rect [0 0 0 0] /F 132 /T (Signature1) /V ${signatureId} 0 R /P ${pageId} 0 R >>`,
    ],
  ]
  return Buffer.concat([pdf, Buffer.from(updateOf(pdf.length, file, changed), 'latin1')])
}

type PdfFile = ReturnType<typeof readFile>
/** Reads a PDF with a plain cross-reference table, as the typesetter writes it. */
function readFile(text: string) {
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const table = text.slice(start)
  const trailer = table.slice(table.indexOf('trailer'))
  const [, first, count] = /^xref\s+(\d+) (\d+)\s/.exec(table) ?? []
  const rows = [...table.slice(0, table.indexOf('trailer')).matchAll(/^(\d{10}) \d{5} [nf]/gm)]
  if (first !== '0' || rows.length !== Number(count)) throw new Error('The PDF has an unknown cross-reference table')
  const objectOf = (id: number) => {
    const at = Number(rows[id]?.[1])
    const found = text.slice(at, text.indexOf('endobj', at))
    if (!found.startsWith(`${id} 0 obj`)) throw new Error(`The PDF has no object ${id}`)
    return found.slice(found.indexOf('<<')).trimEnd()
  }
  return { start, trailer, size: Number(count), objectOf }
}

/** The first reference of an entry, of one or of a list. */
function refIn(dictionary: string, entry: string): number {
  const found = new RegExp(`/${entry} \\[?\\s*(\\d+) 0 R`).exec(dictionary)
  if (!found) throw new Error(`The PDF has no ${entry}`)
  return Number(found[1])
}

function withEntry(dictionary: string, entry: string) {
  if (/\/(AcroForm|Annots)\b/.test(dictionary)) throw new Error('The PDF has a form or annotations')
  return dictionary.replace('<<', `<<\n  ${entry}`)
}

/** The changed objects and their cross-reference table, as one incremental update. */
function updateOf(offset: number, { start, trailer, size }: PdfFile, changed: [number, string][]) {
  let text = '\n'
  let table = 'xref\n'
  for (const [id, object] of changed) {
    table += `${id} 1\n${String(offset + text.length).padStart(10, '0')} 00000 n \n`
    text += `${id} 0 obj\n${object}\nendobj\n`
  }
  const [, info = ''] = /(\/Info \d+ 0 R)/.exec(trailer) ?? []
  const [, fileId = ''] = /(\/ID \[[^\]]*\])/.exec(trailer) ?? []
  const root = `/Root ${refIn(trailer, 'Root')} 0 R`
  const end = `trailer\n<< /Size ${size + 2} ${root} ${info} ${fileId} /Prev ${start} >>`
  return `${text}${table}${end}\nstartxref\n${offset + text.length}\n%%EOF\n`
}

const pdfTime = (at: Date) => `${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
const utf16 = (text: string) =>
  `feff${[...Array(text.length).keys()].map((i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('')}`
