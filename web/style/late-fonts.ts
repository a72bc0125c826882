/** Of the style element with the fonts' faces, which must stand before this script. */
export const FACES_ID = 'faces'

/** In milliseconds of the page: until then it may be set anew in other letters. */
const SOON = 1500

/**
 * At a first visit the page's scripts come over the line before its fonts: a page that answers matters more than its own letters, and those
 * the device has stand at their width and height meanwhile (near-fonts.css). The page is set anew once, with all `files` there; where that is
 * not soon, somebody reads and presses already, a slow phone would stand still for it, and the letters change with the next page
 * (`wearLateFonts`). Who has been here has them in the browser's cache and needs no other letters first. Without JavaScript they come at once.
 */
export const lateFontsScript = (files: readonly string[]): string =>
  `(function(s,n){try{if(localStorage.fonts)return}catch(e){}s.media='not all';addEventListener('DOMContentLoaded',function(){${JSON.stringify(files)}.forEach(function(f,i,a){var l=document.createElement('link');l.rel='preload';l.as='font';l.crossOrigin='';l.fetchPriority='low';l.href=f;l.onload=l.onerror=function(){if(++n<a.length)return;if(performance.now()<${SOON})s.media='all';else s.dataset.late='';try{localStorage.fonts=1}catch(e){}};document.head.append(l)})})})(document.getElementById('${FACES_ID}'),0)`

/** Sets the page in its own letters, if they came too late for the page before it. */
export function wearLateFonts(): void {
  for (const faces of document.querySelectorAll<HTMLStyleElement>('[data-late]')) faces.media = ''
}
