// Before anything is drawn: the kept language and theme, so that nothing flashes; and no probing for `new Function`, which the security policy forbids.
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
