/** A clean race has at most so many incident points (decisions.md §4); fewer of them in a row are luck. */
export const CLEAN_POINTS = 3
export const CLEAN_RUN = 5
/** Who drove every round of a season of fewer was there by chance. */
export const IRON_ROUNDS = 3
