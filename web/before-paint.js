;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const dark = read('darkMode')
  const isDark = dark === 'true' || (dark !== 'false' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  const language = read('language') === 'en' ? 'en' : 'he'
  const isHebrew = language === 'he'
  root.lang = language
  root.dir = isHebrew ? 'rtl' : 'ltr'
  // The page links the Hebrew manifest (scripts/web-install.ts).
  if (!isHebrew) document.querySelector('link[rel=manifest]')?.setAttribute('href', '/en.webmanifest')
  // The browser offers an installation once, before the menu that shows it has loaded (web/lib/session/device/installing.ts).
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installOffer = event
    dispatchEvent(new Event('installoffer'))
  })
  // The page names its texts in both languages (server/platform/http/web.ts); absent in development.
  const texts = isHebrew ? root.dataset.textsHe : root.dataset.textsEn
  for (const file of texts ? texts.split(' ') : [])
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: `/${file}` }),
    )
  // Until the app has started, no other code can report that it failed to start.
  const sayFailed = () => {
    const loader = document.querySelector('.loader')
    if (!loader || document.querySelector('.failed')) return
    const failed = Object.assign(document.createElement('div'), { className: 'failed', role: 'alert' })
    const text = document.createElement('p')
    text.textContent = isHebrew
      ? 'העמוד לא נטען. יש לבדוק את החיבור לאינטרנט ולנסות שוב.'
      : 'The page could not be loaded. Check the connection and try again.'
    const button = document.createElement('button')
    button.textContent = isHebrew ? 'טעינה מחדש' : 'Reload'
    button.addEventListener('click', () => location.reload())
    failed.append(text, button)
    loader.replaceWith(failed)
    addEventListener('online', () => location.reload())
  }
  const whenThere = (act) => (document.body ? act() : addEventListener('DOMContentLoaded', act))
  // These style sheets are requested again by web/lib/code/load-code.ts.
  window.brokenStyles = []
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') window.brokenStyles.push(target)
      if (target instanceof HTMLScriptElement && target.type === 'module') whenThere(sayFailed)
    },
    true,
  )
  addEventListener('unhandledrejection', () => whenThere(sayFailed))
  // Requested while the code loads; web/lib/session/session.ts takes the response.
  const token = read('token')
  if (!token) return
  const headers = { accept: 'application/json', 'accept-language': language, authorization: `Bearer ${token}` }
  const response = fetch('/api/auth/getCurrentUser', { headers }).catch(() => undefined)
  window.earlySession = { token, response }
})()
