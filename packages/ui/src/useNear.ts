// Content far outside of the window is rendered when it comes near: a long page or list opens with its visible part.
import { type RefObject, useEffect, useState } from 'react'

/** Distance above and below the visible part within which content is rendered, px. */
const NEAR = 1_200

/** The element that scrolls an element: the page's frame, a panel; null: the page itself. */
function scrollerOf(element: Element): Element | null {
  let box = element.parentElement
  while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowY))
    box = box.parentElement
  return box
}

/** Whether an element is near the visible part, or was so once. `first`: it is visible when the page opens. */
export function useNear(element: RefObject<Element | null>, first: boolean): boolean {
  const [near, setNear] = useState(first)
  useEffect(() => {
    const node = element.current
    if (near || node === null) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && setNear(true),
      {
        root: scrollerOf(node),
        rootMargin: `${NEAR}px 0px`,
      },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [near, element])
  return near
}
