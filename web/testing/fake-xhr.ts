/** An XMLHttpRequest that sends by `fetch`, as the fake server answers; says first that half of the body was sent. */
export class FakeXhr extends EventTarget {
  readonly upload = new EventTarget()
  readonly #headers = new Headers()
  readonly #stop = new AbortController()
  #method = 'GET'
  #url = ''
  withCredentials = false
  status = 0
  statusText = ''
  responseText = ''

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }
  abort() {
    this.#stop.abort()
    this.dispatchEvent(new Event('abort'))
  }
  send(body: BodyInit | null) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 50, total: 100 }))
    fetch(this.#url, { method: this.#method, headers: this.#headers, body, signal: this.#stop.signal })
      .then(async (reply) => {
        this.status = reply.status
        this.responseText = await reply.text()
        if (!this.#stop.signal.aborted) this.dispatchEvent(new Event('load'))
      })
      .catch(() => this.dispatchEvent(new Event('error')))
  }
}
