// The product's font for a page in a frame, which is a document of its own without the styles of the build.
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'

export function lendFont(page: Document): void {
  page.fonts.add(new FontFace('Inter Variable', `url(${latin})`, { weight: '100 900' }))
}
