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
})()
