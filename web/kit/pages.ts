/** For screens, which know no routes: whether an address leads to a page that exists (a link to one that does not is not drawn), and the way to the login and back. */
export { hasPage, loginPath } from '#web/routes.tsx'
