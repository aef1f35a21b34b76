import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atFileEnd } from '../at-file-end.ts'

const SECRET = 'secret of a test'
const KEY_ID = 'key-of-a-test'
const REGION = 'il-central-1'
const SKEW_MS = 15 * 60_000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

type Signed = { method: string; url: string; headers: Record<string, string | string[] | undefined> }
type Account = { secret: string; region: string }
/** The signature of a request (AWS Signature Version 4), with the headers that the request itself names as signed. */
export function signatureOf({ method, url, headers }: Signed, { secret, region }: Account): string {
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const names = /SignedHeaders=([^,]+)/.exec(String(headers.authorization))?.[1]?.split(';') ?? []
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const content = String(headers['x-amz-content-sha256'])
  const canonical = [method, pathname, query.join('&'), lines, names.join(';'), content].join('\n')
  const at = String(headers['x-amz-date'])
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, at.slice(0, 8)), region), 's3'), 'aws4_request')
  return hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex')
}

const timeOf = (at: string) => Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
const etagOf = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')

/** A storage that speaks the protocol of S3 and checks each signature; it ends with the test file. */
export async function openFakeS3() {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const ranges: string[] = []
  const state = { objects, uploads, ranges, failures: 0 }
  const server = createServer((request, response) => void answer(state, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atFileEnd(() => new Promise((done) => server.close(done).closeAllConnections()))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bucket = { endpoint, bucket: 'leadline', region: REGION, accessKeyId: KEY_ID, secretAccessKey: SECRET }
  const env = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'leadline',
    S3_REGION: REGION,
    S3_ACCESS_KEY_ID: KEY_ID,
    S3_SECRET_ACCESS_KEY: SECRET,
  }
  return Object.assign(state, { bucket, env })
}
type State = {
  objects: Map<string, Buffer>
  uploads: Map<string, Map<number, Buffer>>
  /** The ranges that were asked for. */
  ranges: string[]
  /** How many of the next requests fail with 503. */
  failures: number
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const { method = '', url = '', headers } = request
  const refuse = (status: number, code: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
  const signature = /Signature=([0-9a-f]+)$/.exec(String(headers.authorization))?.[1]
  if (signature !== signatureOf({ method, url, headers }, { secret: SECRET, region: REGION }))
    return refuse(403, 'SignatureDoesNotMatch')
  if (Math.abs(timeOf(String(headers['x-amz-date'])) - Date.now()) > SKEW_MS) return refuse(403, 'RequestTimeTooSkewed')
  if (state.failures > 0) {
    state.failures -= 1
    return refuse(503, 'SlowDown')
  }
  const { pathname, searchParams } = new URL(url, 'http://s3')
  if (!pathname.startsWith('/leadline/')) return refuse(404, 'NoSuchBucket')
  const key = decodeURIComponent(pathname.slice('/leadline/'.length))
  const upload = searchParams.get('uploadId')
  if (searchParams.has('uploads') || upload)
    return answerUpload(state, { method, key, upload, searchParams, body }, response)
  return answerObject(state, { method, key, body, range: headers.range }, response)
}

type OfUpload = { method: string; key: string; upload: string | null; searchParams: URLSearchParams; body: Buffer }
function answerUpload({ objects, uploads }: State, of: OfUpload, response: ServerResponse) {
  const { method, key, upload, searchParams, body } = of
  const xml = (text: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text)
  if (!upload) {
    const id = randomUUID()
    uploads.set(id, new Map())
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  const parts = uploads.get(upload)
  if (!parts) return response.writeHead(404).end()
  if (method === 'PUT') {
    parts.set(Number(searchParams.get('partNumber')), body)
    return response.writeHead(200, { etag: `"${etagOf(body)}"` }).end()
  }
  uploads.delete(upload)
  if (method === 'DELETE') return response.writeHead(204).end()
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?([0-9a-f]+)"?<\/ETag>/g)]
  const bytes = named.map(([, number, etag]) => {
    const part = parts.get(Number(number))
    return part && etagOf(part) === etag ? part : undefined
  })
  if (bytes.length !== parts.size || bytes.includes(undefined)) return xml('<Error><Code>InvalidPart</Code></Error>')
  const whole = Buffer.concat(bytes as Buffer[])
  objects.set(key, whole)
  return xml(`<CompleteMultipartUploadResult><ETag>"${etagOf(whole)}"</ETag></CompleteMultipartUploadResult>`)
}

type OfObject = { method: string; key: string; body: Buffer; range: string | undefined }
function answerObject({ objects, ranges }: State, { method, key, body, range }: OfObject, response: ServerResponse) {
  if (method === 'PUT') {
    objects.set(key, body)
    return response.writeHead(200, { etag: `"${etagOf(body)}"` }).end()
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  const found = objects.get(key)
  if (!found)
    return response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
  if (method === 'HEAD') return response.writeHead(200, { 'content-length': found.length }).end()
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (start === undefined) return response.writeHead(200, { 'content-length': found.length }).end(found)
  ranges.push(range ?? '')
  const part = found.subarray(Number(start), end ? Number(end) + 1 : undefined)
  const place = `bytes ${start}-${Number(start) + part.length - 1}/${found.length}`
  return response.writeHead(206, { 'content-length': part.length, 'content-range': place }).end(part)
}
