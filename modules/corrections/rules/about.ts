/**
 * For a statement, of corrections `c` and rows of results `x`: the rows that a correction is about are those it knows by `any` of its keys that have
 * the first `place` (`rowsAbout` of results).
 */
export const ABOUT = {
  any: `array[x.match_key, x.unmatched ->> 'matchKey', x.file_key] && c.match_keys`,
  place: `rank() over (partition by c.id
    order by greatest(array_position(c.match_keys, x.match_key), array_position(c.match_keys, x.unmatched ->> 'matchKey'), array_position(c.match_keys, x.file_key)) desc)`,
}
