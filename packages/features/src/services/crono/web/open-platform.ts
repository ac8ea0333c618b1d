// To the platform: in a new tab, or, where the browser opens none, in this one.

/** The tab is opened empty, for one that is told not to know this page is not told apart from none; then the tie is cut and it goes there. */
export function openPlatform(url: string, place: Pick<Window, 'open' | 'location'> = window): void {
  const tab = place.open('', '_blank')
  if (tab === null) {
    place.location.assign(url)
    return
  }
  tab.opener = null
  tab.location.replace(url)
}
