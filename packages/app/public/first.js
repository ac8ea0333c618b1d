// Runs before anything is drawn: applies the stored language and theme, so that nothing flashes, and tells zod not to probe `new Function`, which the
// security policy forbids.
globalThis.__zod_globalConfig = { jitless: true }
;(() => {
  const kept = name => (document.cookie.match(`(?:^|; )${name}=([^;]*)`) || [])[1]
  const scheme = kept('color_scheme')
  const dark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  root.lang = kept('language') || root.lang
})()
