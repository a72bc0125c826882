/** Controls of this page into which somebody has typed. */
const typed = new Set<Element>()

/** In the browser, once. */
export function followTyping(): void {
  addEventListener(
    'input',
    ({ target }) => {
      for (const one of typed) if (!one.isConnected) typed.delete(one)
      typed.add(target as Element)
    },
    true,
  )
}

/** Whether something typed is on the page, sent or not: nobody but its form could tell. */
export const hasTyped = (): boolean => [...typed].some((one) => one.isConnected && one.closest('main, dialog'))
