/** Every file people send is at most 50 MB (decisions.md §3 "Files"). */
export const MAX_UPLOAD_BYTES = 52_428_800
