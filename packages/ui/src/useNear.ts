// What stands far outside the window is drawn when it comes near: a long page or list opens with what is seen of it.
import { type RefObject, useEffect, useState } from 'react'

/** Px above and below what is seen in which things are drawn already. */
const NEAR = 1_200

/** What moves an element past the window: the page's frame, a panel; null: the page itself. */
function scrollerOf(element: Element): Element | null {
  let box = element.parentElement
  while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowY))
    box = box.parentElement
  return box
}

/** Whether an element is near what is seen, or was so once. `first`: it is seen as soon as the page opens. */
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
