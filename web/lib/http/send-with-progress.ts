import type { Send } from './call.ts'

/** Sends a request and reports the part of its body that was sent, from 0 to 1; `fetch` cannot. */
export const sendWithProgress =
  (onProgress: (part: number) => void): Send =>
  (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const fail = () => reject(signal?.reason ?? new TypeError('The request failed'))
      request.open(method, url)
      request.withCredentials = true
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
      request.addEventListener('load', () =>
        resolve(new Response(request.responseText, { status: request.status, statusText: request.statusText })),
      )
      for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, fail)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send((body ?? null) as XMLHttpRequestBodyInit | null)
    })
