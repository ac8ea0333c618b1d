// What a browser does and happy-dom does not, for screen tests.

/** The window of a worker is filled once, also when a test loads all modules anew. */
const FILLED = Symbol.for('flotta.tests.window')
if (!Reflect.has(window, FILLED)) {
  Reflect.set(window, FILLED, true)
  removeSecureParts()
  submitByInnerClicks()
  addDefaultDisplays()
  addMissingMembers()
  addSearchByNamespace()
  addWheelEvents()
}

/** As on a page without https, whose browser has neither clipboard nor locks; a test that needs one of them provides it. */
function removeSecureParts(): void {
  for (const name of ['clipboard', 'locks'])
    Reflect.deleteProperty(Object.getPrototypeOf(navigator), name)
}

/** A click on what a button contains also submits the button's form. */
function submitByInnerClicks(): void {
  document.addEventListener('click', event => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button === null || button === event.target || event.defaultPrevented) return
    if (button.type === 'submit' && !button.disabled) button.form?.requestSubmit(button)
  })
}

/** How elements are laid out by default decides where a space stands between the words of an accessible name. */
function addDefaultDisplays(): void {
  const displays: Readonly<Record<string, string>> = {
    CAPTION: 'table-caption',
    SEARCH: 'block',
    TBODY: 'table-row-group',
    TD: 'table-cell',
    TFOOT: 'table-footer-group',
    TH: 'table-cell',
    THEAD: 'table-header-group',
  }
  const computedStyle = window.getComputedStyle.bind(window)
  // An element keeps the object of its styles.
  const styles = new WeakSet<CSSStyleDeclaration>()
  window.getComputedStyle = (element, pseudo) => {
    const style = computedStyle(element, pseudo)
    if (styles.has(style)) return style
    styles.add(style)
    const propertyOf = style.getPropertyValue.bind(style)
    style.getPropertyValue = name =>
      propertyOf(name) || (name === 'display' ? (displays[element.tagName] ?? 'inline') : '')
    return style
  }
  globalThis.getComputedStyle = window.getComputedStyle
}

/** Files are read without the mark of their byte order, elements have `ariaHidden`, every window can be printed, and every document takes fonts. */
function addMissingMembers(): void {
  Blob.prototype.text = async function (this: Blob) {
    return new TextDecoder().decode(await this.arrayBuffer())
  }
  Object.defineProperty(Element.prototype, 'ariaHidden', {
    configurable: true,
    get(this: Element) {
      return this.getAttribute('aria-hidden')
    },
  })
  window.print = () => undefined
  const frame = document.body.appendChild(document.createElement('iframe'))
  if (frame.contentWindow !== null)
    ownerOf(frame.contentWindow, 'getComputedStyle').print = window.print
  frame.remove()
  ownerOf(document, 'getElementsByTagNameNS').fonts = { add: () => undefined }
  Reflect.set(globalThis, 'FontFace', class {})
}

/** Elements of an XML document are found by their local name in any namespace. */
function addSearchByNamespace(): void {
  const xml = new DOMParser().parseFromString('<a/>', 'application/xml')
  for (const node of [xml, xml.documentElement])
    ownerOf(node, 'getElementsByTagNameNS').getElementsByTagNameNS = function (
      this: Document | Element,
      namespace: string,
      name: string,
    ) {
      return [...this.getElementsByTagName('*')].filter(
        element =>
          (namespace === '*' || element.namespaceURI === namespace) &&
          (name === '*' || element.localName === name),
      )
    }
}

/** The prototype that gives an object a method, also to the objects of other windows. */
function ownerOf(value: object, method: string) {
  let prototype = Object.getPrototypeOf(value)
  while (!Object.hasOwn(prototype, method)) prototype = Object.getPrototypeOf(prototype)
  return prototype
}

/** An event of a wheel has the place of the pointer and the pressed keys. */
function addWheelEvents(): void {
  class Wheel extends MouseEvent {
    readonly deltaX: number
    readonly deltaY: number
    readonly deltaMode = 0
    constructor(type: string, { deltaX = 0, deltaY = 0, ...init }: WheelEventInit = {}) {
      super(type, init)
      this.deltaX = deltaX
      this.deltaY = deltaY
    }
  }
  window.WheelEvent = Wheel as unknown as typeof WheelEvent
}
