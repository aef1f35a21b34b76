import type { Page } from '@playwright/test'
import { SHARE_PATH } from '../../contract/files/sharing.ts'

type SharedFile = { name: string; type: string; text?: string; base64?: string; size?: number }
type Given = { title?: string; text?: string; url?: string; files?: SharedFile[] }

/** Sends the form that a phone's share sheet sends to the installed app (Web Share Target). */
export async function share(page: Page, given: Given) {
  const arrived = page.waitForURL((url) => url.pathname === SHARE_PATH || url.pathname === '/auth/login')
  await page.evaluate(
    ({ path, files = [], ...texts }) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: path, enctype: 'multipart/form-data', hidden: true })
      for (const [name, value] of Object.entries(texts)) {
        const field = document.createElement('textarea')
        Object.assign(field, { name, value })
        form.append(field)
      }
      const chosen = new DataTransfer()
      for (const { name, type, text = '', base64, size } of files) {
        const bytes = base64 ? Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)) : text
        chosen.items.add(new File([size ? new Uint8Array(size) : bytes], name, { type }))
      }
      const field = document.createElement('input')
      Object.assign(field, { type: 'file', name: 'files', multiple: true, files: chosen.files })
      form.append(field)
      document.body.append(form)
      form.submit()
    },
    { path: SHARE_PATH, ...given },
  )
  await arrived
}

/** What the device keeps of what was shared: how many files each has. */
export const sharedOn = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'leadline-shared')) return []
    return new Promise<number[]>((done) => {
      const request = indexedDB.open('leadline-shared')
      request.onsuccess = () => {
        const all = request.result.transaction('shared').objectStore('shared').getAll()
        all.onsuccess = () => {
          request.result.close()
          done(all.result.map(({ files }) => files.length))
        }
      }
    })
  })

/** As if this much time had passed since it was shared. */
export const agedOn = (page: Page, ms: number) =>
  page.evaluate(
    (age) =>
      new Promise<void>((done) => {
        const request = indexedDB.open('leadline-shared')
        request.onsuccess = () => {
          const store = request.result.transaction('shared', 'readwrite').objectStore('shared')
          store.getAll().onsuccess = ({ target }) => {
            for (const one of (target as IDBRequest).result) store.put({ ...one, at: one.at - age })
          }
          store.transaction.oncomplete = () => {
            request.result.close()
            done()
          }
        }
      }),
    ms,
  )
