// Opens the platform in a new tab, or in this tab where the browser blocks new ones.

/** The tab is opened empty, because with `noopener` the browser does not tell whether it opened. Then the opener is cleared and the tab goes to the address. */
export function openPlatform(url: string, place: Pick<Window, 'open' | 'location'> = window): void {
  const tab = place.open('', '_blank')
  if (tab === null) {
    place.location.assign(url)
    return
  }
  tab.opener = null
  tab.location.replace(url)
}
