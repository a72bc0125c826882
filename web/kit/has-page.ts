/** For screens, which know no routes: whether an address leads to a page that exists. A link to one that does not is not drawn. */
export { hasPage } from '#web/routes.tsx'
