/** Where the small window of another site's login ends. */
export const DONE_AT = '/login?done=1'
