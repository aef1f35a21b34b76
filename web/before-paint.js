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
  root.lang = language
  root.dir = language === 'he' ? 'rtl' : 'ltr'
  // The page names its texts in both languages (server/platform/http/web.ts); absent in development.
  const texts = language === 'he' ? root.dataset.textsHe : root.dataset.textsEn
  for (const file of texts ? texts.split(' ') : [])
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: `/${file}` }),
    )
  // Requested while the code loads; web/lib/session/session.ts takes the response.
  const token = read('token')
  if (!token) return
  const headers = { accept: 'application/json', 'accept-language': language, authorization: `Bearer ${token}` }
  const response = fetch('/api/auth/getCurrentUser', { headers }).catch(() => undefined)
  window.earlySession = { token, response }
})()
