// The page is light or dark like the product.
;(() => {
  const [, kept] = document.cookie.match(/(?:^|; )color_scheme=([^;]*)/) || []
  const dark =
    kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
