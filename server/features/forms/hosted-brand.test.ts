import { expect, test } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { formRoutes } from '#contract/forms.ts'
import { testApp } from '../../testing/test-app.ts'
import { aForm, testForms } from '../../testing/test-forms.ts'
import { brandStyle } from './hosted-brand.ts'

const it = await testApp()
const { make, get } = testForms(it)

async function world() {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const change = (body: object) => it.send(businessRoutes.change, owner, { body } as never)
  const keepImage = (image: string) =>
    business.db.updateTable('businesses').set({ image }).where('business_id', '=', business.businessId).execute()
  return { owner, change, keepImage, form: await make(owner, business.campaignId) }
}

test('the page, its thanks and its preview bear the name, colour and privacy policy of the business', async () => {
  const { owner, change, form } = await world()
  const policy = 'https://alon.example/privacy?a=1&b="2"'
  const { body } = await change({ brandName: 'אלון & Co', brandColor: '#FFD400', privacyUrl: policy })
  expect(body.business).toMatchObject({ brandColor: '#ffd400', privacyUrl: policy })
  const page = await get(`/f/${form.key}?lang=en`)
  const thanks = await get(`/f/${form.key}/thanks?lang=en`)
  const { languages, fields, texts } = aForm()
  const preview = await it.send(formRoutes.preview, owner, { body: { language: 'en', languages, fields, texts } })
  for (const html of [page.body, thanks.body, preview.body.html]) {
    expect(html).toContain('<header><p dir="auto">אלון &amp; Co</p></header>')
    expect(html).toContain('<link rel="stylesheet" href="/f/brand/ffd400.css">')
  }
  for (const html of [page.body, preview.body.html]) {
    expect(html).toContain('<p class="privacy">\u2068אלון &amp; Co\u2069 keeps these details to handle your enquiry')
    expect(html).toContain('href="https://alon.example/privacy?a=1&amp;b=&quot;2&quot;"')
  }
  expect((await get(`/f/${form.key}?lang=he`)).body).toContain('אין חובה חוקית למסור אותם')
  expect((await get('/f/brand/ffd400.css')).body).toContain('--fill:#ffd400')
})

test('its logo is ours, and one of another server is left out', async () => {
  const own = await world()
  await own.keepImage('/api/image/00000000000000000000000000000000.webp')
  expect((await get(`/f/${own.form.key}`)).body).toContain(
    '<header><img src="/api/image/00000000000000000000000000000000.webp" alt="" width="44" height="44">',
  )
  const other = await world()
  await other.keepImage('https://elsewhere.example/logo.png')
  expect((await get(`/f/${other.form.key}`)).body).not.toContain('elsewhere')
})

test('without a colour and a policy it looks like Leadline, and in a frame the site bears the logo', async () => {
  const { form } = await world()
  const { body } = await get(`/f/${form.key}`)
  expect(body).not.toContain('/f/brand/')
  expect(body).toContain('<p class="privacy">')
  expect(body).not.toContain('Privacy policy')
  const framed = (await get(`/f/${form.key}?embed=1`)).body
  expect(framed).not.toContain('<header>')
  expect(framed).toContain('<p class="privacy">')
})

test('a colour and an address that are none are refused, and empty ones are cleared', async () => {
  const { change } = await world()
  for (const body of [{ brandColor: 'red' }, { brandColor: '#12345' }, { privacyUrl: 'javascript:alert(1)' }])
    expect((await change(body)).status).toBe(422)
  await change({ brandColor: '#112233', privacyUrl: 'https://alon.example' })
  const { body } = await change({ brandColor: null, privacyUrl: null })
  expect(body.business).toMatchObject({ brandColor: null, privacyUrl: null })
  expect((await get('/f/brand/red.css')).statusCode).toBe(404)
})

test('the page may load its font, which comes from here', async () => {
  const { form } = await world()
  const { body, headers } = await get(`/f/${form.key}?lang=he`)
  expect(headers['content-security-policy']).toContain("font-src 'self'")
  const fonts = [...body.matchAll(/<link rel="preload" as="font" [^>]*href="([^"]+)">/g)].map(([, path = '']) => path)
  expect(fonts).toHaveLength(2)
  const style = (await get(/<link rel="stylesheet" href="([^"]+)">/.exec(body)?.[1] ?? '')).body
  for (const font of fonts) {
    expect(style).toContain(`src:url(${font})`)
    const reply = await get(font)
    expect(reply.headers['content-type']).toBe('font/woff2')
    expect(reply.rawPayload.subarray(0, 4).toString()).toBe('wOF2')
  }
})

/** WCAG 2, relative luminance. */
function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

test('on any colour the texts have a contrast of 4.5, and buttons an edge', () => {
  const parts = ['00', '33', '66', '99', 'cc', 'ff']
  const all = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)))
  for (const color of [...all, '#767676', '#777777', '#ff0000', '#0000fe', '#fefefe', '#17171c']) {
    const [light = '', dark = ''] = brandStyle(color).split('@media')
    const grounds = { light: ['#ffffff', '#f5f5f9'], dark: ['#17171c', '#0f0f13'] }
    for (const [css, on] of [[light, grounds.light] as const, [dark, grounds.dark] as const]) {
      const value = (name: string) => new RegExp(`--${name}:([^;}]+)`).exec(css)?.[1] ?? ''
      const what = `${color} on ${on[0]}`
      expect(contrast(value('on-fill'), value('fill')), what).toBeGreaterThanOrEqual(4.5)
      expect(contrast(value('on-fill'), value('fill-2')), what).toBeGreaterThanOrEqual(4.5)
      for (const ground of on) expect(contrast(value('brand'), ground), what).toBeGreaterThanOrEqual(4.5)
      expect(value('rim') !== 'transparent' || contrast(value('fill'), on[0] ?? '') >= 3, what).toBe(true)
    }
  }
})
